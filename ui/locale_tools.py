"""The translator's workbench, `python -m ui.locale_tools COMMAND`.

update   collect every sentence from the code into each `fives.po`; drop those that are gone
merge    with FILE.json: update, fill in {"sentence": "mondat", ...}, compile
compile  write `fives.mo` from `fives.po`
check    say what is missing, fuzzy, stale, ill-filled or not compiled; exit 1 if anything is
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from ui.texts import DEFAULT, DOMAIN, LANGUAGES, LOCALE_DIR

ROOT = Path(__file__).parent.parent
SOURCES = [("ui/**.py", "python"), ("pages/**.py", "python"), ("app.py", "python")]
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
TARGETS = [code for code in LANGUAGES if code != DEFAULT]


def po_path(code: str) -> Path:
    """Where the translations into `code` are kept."""
    return LOCALE_DIR / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def sentences() -> Catalog:
    """Every sentence in the code, untranslated, with the files it stands in."""
    found = Catalog(project="Fives Studio", charset="utf-8")
    for name, _line, message, comments, context in extract_from_dir(
        ROOT,
        method_map=SOURCES,
        keywords=KEYWORDS,
        comment_tags=("Translators:",),
        directory_filter=_is_searched,
    ):
        found.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return found


def _is_searched(folder: str) -> bool:
    """Whether sentences may stand in a folder: at the top, or in a package of theirs below it."""
    inside = Path(folder).relative_to(ROOT).parts
    return not inside or inside[0] in {"ui", "pages"}


def read(code: str) -> Catalog:
    """The translations into `code` as they stand; empty if there are none yet."""
    path = po_path(code)
    if not path.exists():
        return Catalog(
            locale=code,
            header_comment=f"# The sentences of Fives Studio in {LANGUAGES[code]}.",
            project="Fives Studio",
            version="1",
            msgid_bugs_address="the project's issue tracker",
            last_translator="the Fives Studio authors",
            language_team=LANGUAGES[code],
            fuzzy=False,
        )
    return read_po(io.StringIO(path.read_text("utf-8")), locale=code)


def updated(code: str) -> Catalog:
    """The translations into `code`, brought up to the code's sentences."""
    catalog = read(code)
    template = sentences()
    # Dates would make every update a change, and two writers a conflict.
    template.creation_date = catalog.creation_date
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def write(code: str, catalog: Catalog) -> None:
    """Keep `catalog` as the `.po` of `code`: sorted and without line numbers, for small diffs."""
    text = io.BytesIO()
    write_po(text, catalog, width=100, sort_output=True, include_lineno=False)
    path = po_path(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.getvalue())


def compile_mo(code: str) -> None:
    """Write the `.mo` of `code`, which the app reads, from its `.po`, which people read."""
    with po_path(code).with_suffix(".mo").open("wb") as out:
        write_mo(out, read(code))


def fill(catalog: Catalog, translations: Mapping[str, str | list[str]]) -> list[str]:
    """Put translations in place; the sentences that the code does not know are returned.

    A sentence by number (`ngettext`) goes by its singular, and takes [for one, for more], or one
    text for both.
    """
    by_id = {_singular(message): message for message in catalog if message.id}
    for sentence, given in translations.items():
        translation = given
        if (message := by_id.get(sentence)) is not None:
            if isinstance(translation, str) and message.pluralizable:
                translation = [translation] * catalog.num_plurals
            message.string = translation
            message.flags.discard("fuzzy")
    return [sentence for sentence in translations if sentence not in by_id]


def faults(code: str) -> Iterator[str]:
    """What is wrong with the translations into `code`, one line a fault."""
    catalog = read(code)
    known = {_key(message) for message in sentences() if message.id}
    kept = {_key(message): message for message in catalog if message.id}
    for key in sorted(known - kept.keys(), key=str):
        yield f"missing (run update): {key[0]!r}"
    for key, message in kept.items():
        texts = _strings(message)
        if key not in known:
            yield f"stale (run update): {key[0]!r}"
        elif not all(texts):
            yield f"not translated: {key[0]!r}"
        elif message.fuzzy:
            yield f"fuzzy: {key[0]!r}"
        elif any(_placeholders(text) != _placeholders(key[0]) for text in texts):
            yield f"placeholders differ: {key[0]!r} -> {texts}"
    if _translations(catalog) != _translations(_read_mo(code)):
        yield "fives.mo is not the compiled fives.po (run compile)"


def _read_mo(code: str) -> Catalog:
    with po_path(code).with_suffix(".mo").open("rb") as file:
        return read_mo(file)


def _translations(catalog: Catalog) -> dict[tuple[str, str | None], list[str]]:
    return {_key(m): _strings(m) for m in catalog if m.id and all(_strings(m)) and not m.fuzzy}


def _singular(message: Message) -> str:
    return message.id[0] if isinstance(message.id, (tuple, list)) else message.id


def _key(message: Message) -> tuple[str, str | None]:
    return _singular(message), message.context


def _strings(message: Message) -> list[str]:
    text = message.string
    return list(text) if isinstance(text, (tuple, list)) else [text or ""]


def _placeholders(text: str) -> set[str]:
    """Names only: a translation may add the article by `{tile:a}`."""
    return {name for _literal, name, _spec, _conversion in Formatter().parse(text) if name}


def main(arguments: list[str]) -> int:
    """Do one command for every language; the exit code."""
    match arguments:
        case ["update"]:
            for code in TARGETS:
                write(code, updated(code))
        case ["compile"]:
            for code in TARGETS:
                compile_mo(code)
        case ["merge", file]:
            translations = json.loads(Path(file).read_text("utf-8"))
            catalog = updated("hu")
            unknown = fill(catalog, translations)
            write("hu", catalog)
            compile_mo("hu")
            for sentence in unknown:
                print(f"not in the code: {sentence!r}", file=sys.stderr)
            return 1 if unknown else 0
        case ["check"]:
            lines = [f"{code}: {fault}" for code in TARGETS for fault in faults(code)]
            print("\n".join(lines) or "translations: complete")
            return 1 if lines else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
