// From a picture in the page to a file that every chat shows.
export async function pngOf(picture: SVGSVGElement, width: number, height: number): Promise<Blob> {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  // Styles of the page are not there any more, and a picture does not move.
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    each.removeAttribute("class");
    each.removeAttribute("style");
  }
  const source = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(source);
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
