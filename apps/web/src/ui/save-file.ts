/** Downloads a text as a file. */
export const downloadFile = (name: string, text: string, type: string): void =>
  saveBlob(name, new Blob([text], { type }))

/** Downloads bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
