import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { plainName, replaceFile } from '@convene/platform'
import { z } from 'zod'
import { checksFolder } from './copy-tree.ts'
import type { Manifest } from './manifest.ts'

const FileState = z.object({
  hash: z.string(),
  empty: z.boolean().optional(),
  reaches: z.array(z.string()).optional(),
  imports: z.array(z.string()).optional(),
  text: z.string().optional(),
})
const Stored = z.object({
  at: z.number(),
  files: z.array(z.tuple([z.string(), FileState])),
  folders: z.array(z.tuple([z.string(), z.string()])),
})

/** The files before a step began, the ignored folders by what identifies them, and when that was. */
export type KnownState = {
  readonly at: number
  readonly files: Manifest
  readonly folders: ReadonlyMap<string, string>
}

const pathOf = (home: string, session: SessionId, name: string): string =>
  join(checksFolder(home, session), `${plainName(name)}.state.json`)

/** Remembers a state by name, once: a check that runs again after a crash must not take later files for it. */
export async function rememberState(
  home: string,
  session: SessionId,
  name: string,
  look: () => Promise<KnownState>,
): Promise<void> {
  if (await knownState(home, session, name)) return
  const state = await look()
  const path = pathOf(home, session, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, JSON.stringify({ at: state.at, files: [...state.files], folders: [...state.folders] }))
}

/** Undefined if nobody remembered it, or it is unreadable: then nothing can be said about changes. */
export async function knownState(home: string, session: SessionId, name: string): Promise<KnownState | undefined> {
  try {
    const { at, files, folders } = Stored.parse(JSON.parse(await readFile(pathOf(home, session, name), 'utf8')))
    return {
      at,
      folders: new Map(folders),
      files: new Map(
        files.map(([path, { hash, empty, reaches, imports, text }]) => [
          path,
          {
            hash,
            ...(empty && { empty }),
            ...(reaches && { reaches }),
            ...(imports && { imports }),
            ...(text !== undefined && { text }),
          },
        ]),
      ),
    }
  } catch {
    return undefined
  }
}
