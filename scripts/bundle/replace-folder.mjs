import { rename, rm } from 'node:fs/promises'

/** Puts a folder that was just made in its place. The old one is whole until then; of two made at once, the later one stays. */
export async function replaceFolder(made, place) {
  const old = `${made}-old`
  await rename(place, old).catch(() => undefined)
  await rename(made, place).catch(() => undefined)
  await rm(old, { recursive: true, force: true })
}
