import { rename, rm } from 'node:fs/promises'

/** Moves a new folder into place. The old one stays complete until then. If two run concurrently, the last one wins. */
export async function replaceFolder(made, place) {
  const old = `${made}-old`
  await rename(place, old).catch(() => undefined)
  await rename(made, place).catch(() => undefined)
  await rm(old, { recursive: true, force: true })
}
