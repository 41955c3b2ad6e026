import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { cleanLine, madrText, ok, type Result, refuse } from '@convene/domain'

const FOLDER = ['docs', 'decisions']
const NUMBERED = /^(\d{4,9})-.*\.md$/u
const MOST_TRIES = 100
const LONGEST_SLUG = 60

/** A decision record in the workspace: its path, and whether it is new. */
export type WrittenDecision = { readonly path: string; readonly isNew: boolean }

/**
 * Writes a decision record to `docs/decisions/NNNN-title.md` in a workspace, as MADR, with the next free number.
 * Nothing is ever overwritten, nothing outside the workspace is touched, and an existing record is not written again.
 */
export async function writeDecision(workspace: string, adr: string): Promise<Result<WrittenDecision>> {
  const folder = await folderIn(workspace)
  if (!folder.ok) return folder
  const text = madrText(adr)
  const names = (await readdir(folder.value)).filter((name) => NUMBERED.test(name))
  const same = await findSame(folder.value, names, text)
  if (same !== undefined) return ok({ path: [...FOLDER, same].join('/'), isNew: false })
  return create(folder.value, text, { slug: slugOf(adr), after: Math.max(0, ...names.map(numberOf)) })
}

type Naming = { readonly slug: string; readonly after: number }

/** Someone else may take a number at the same moment. Then it tries the next one. */
async function create(folder: string, text: string, { slug, after }: Naming): Promise<Result<WrittenDecision>> {
  for (let number = after + 1; number <= after + MOST_TRIES; number++) {
    const name = `${String(number).padStart(4, '0')}-${slug}.md`
    try {
      await writeFile(join(folder, name), text, { flag: 'wx' })
      return ok({ path: [...FOLDER, name].join('/'), isNew: true })
    } catch (error) {
      if (!isExisting(error)) return refuse('not_written', `The record could not be written: ${reasonOf(error)}`)
    }
  }
  return refuse('not_written', `No free number after ${after} in ${FOLDER.join('/')}.`)
}

/** Created if missing. A link that points outside the workspace is not followed. */
async function folderIn(workspace: string): Promise<Result<string>> {
  try {
    const root = await realpath(workspace)
    let folder = root
    for (const part of FOLDER) {
      const next = join(folder, part)
      await mkdir(next).catch((error: unknown) => {
        if (!isExisting(error)) throw error
      })
      folder = await realpath(next)
      if (!isInside(root, folder))
        return refuse('outside_workspace', `${FOLDER.join('/')} points outside the workspace. Nothing was written.`)
    }
    return ok(folder)
  } catch (error) {
    return refuse('not_written', `${FOLDER.join('/')} cannot be used: ${reasonOf(error)}`)
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`)
}

async function findSame(folder: string, names: readonly string[], text: string): Promise<string | undefined> {
  for (const name of names) {
    const there = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    if (there === text) return name
  }
  return undefined
}

/** From the title, in characters that every file system accepts. */
function slugOf(adr: string): string {
  const title = cleanLine(adr.split('\n')[0] ?? '').replace(/^#\s*/u, '')
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/gu, '')
  return slug || 'decision'
}

const numberOf = (name: string): number => Number(NUMBERED.exec(name)?.[1] ?? 0)

const isExisting = (error: unknown): boolean => (error as { code?: string }).code === 'EEXIST'

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
