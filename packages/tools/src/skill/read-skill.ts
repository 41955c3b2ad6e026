import { readFrontMatter } from '@convene/library'
import { openFile } from '../path/open-checked.ts'
import { resolvePath } from '../path/resolve-path.ts'
import { readBytes } from '../text/read-bytes.ts'

const MAX_BYTES = 64_000
const MAX_DESCRIPTION = 1_024
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_ .-]{0,63}$/u

/** A workspace skill: what it is for, and where it is. */
export type Skill = {
  readonly name: string
  readonly description: string
  readonly path: string
  readonly body: string
}

/** A workspace skill, or undefined if the file is not one. */
export async function readSkill(root: string, path: string): Promise<Skill | undefined> {
  const text = await readInside(root, path)
  if (text === undefined) return undefined
  const matter = await readFrontMatter(text, 'fast')
  if (!matter.ok) return undefined
  const { name: written, description } = matter.fields
  const name = typeof written === 'string' ? written : (path.split('/').at(-2) ?? '')
  if (!NAME.test(name)) return undefined
  return { name, description: plain(description), path, body: matter.body }
}

/** One line: a description is part of every prompt and must not break out of its place. */
const plain = (description: unknown): string =>
  typeof description === 'string'
    ? description
        .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_DESCRIPTION)
    : ''

/** A file that is a link out of the workspace does not count. */
async function readInside(root: string, path: string): Promise<string | undefined> {
  const place = await resolvePath(root, path)
  if (!place.ok || place.value.kind !== 'file' || place.value.inside === undefined) return undefined
  const opened = await openFile(place.value)
  if (!opened.ok) return undefined
  try {
    return (await readBytes(opened.value.handle, MAX_BYTES))?.toString('utf8')
  } finally {
    await opened.value.handle.close()
  }
}
