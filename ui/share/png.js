// Draws an SVG picture at twice its size and hands it to the reader as a PNG file.
// Python sends { svg, label }.
const SCALE = 2

const save = (svg) => {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))
  const image = new Image()
  image.onload = () => {
    const canvas = document.createElement("canvas")
    canvas.width = image.width * SCALE
    canvas.height = image.height * SCALE
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
    URL.revokeObjectURL(address)
    canvas.toBlob((png) => {
      const link = document.createElement("a")
      link.href = URL.createObjectURL(png)
      link.download = "fives-table.png"
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 1000)
    }, "image/png")
  }
  image.src = address
}

export default ({ data, parentElement }) => {
  const button = parentElement.querySelector("button")
  button.textContent = data.label
  button.onclick = () => save(data.svg)
}
