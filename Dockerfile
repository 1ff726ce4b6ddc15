# docker build -t fives-studio . && docker run --rm -p 8501:8501 --read-only --tmpfs /tmp fives-studio
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir /wheels/*.whl
# A number, so that an orchestrator can see that it is not root. Nothing is written but to /tmp,
# where kernels are kept compiled; without it they are compiled again at every start.
USER 10001:10001
ENV HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=4s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=3)"]
ENTRYPOINT ["fives-studio", "--host=0.0.0.0", "--port=8501"]
