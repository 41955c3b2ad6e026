const LARGEST_PICTURE = 3_750_000
const LARGEST_TEXT = 256 * 1024
const pictures: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Why this file cannot be attached, or null if it can. Models read only text and pictures. */
export async function whyNotAttached(file: File): Promise<string | null> {
  const name = fileName(file)
  if (pictures.includes(file.type))
    return file.size > LARGEST_PICTURE ? `${name} is larger than 3.75 MB. Attach a smaller picture.` : null
  if (file.size === 0) return `${name} is empty or a folder. Attach individual files.`
  if (file.size > LARGEST_TEXT)
    return `${name} is larger than 256 KB. Attach the part that matters, or name the file in the goal: agents can read it.`
  if (isText(await file.arrayBuffer())) return null
  return `${name} is neither text nor a picture (PNG, JPEG, GIF or WebP). Only these can be attached.`
}

/** The file's name. A pasted file may have none. */
export const fileName = (file: File): string => file.name || 'pasted'

function isText(bytes: ArrayBuffer): boolean {
  if (new Uint8Array(bytes).includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
