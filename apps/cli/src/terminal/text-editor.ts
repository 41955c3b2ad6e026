import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownSystem } from '@convene/platform'

type Environment = Readonly<Record<string, string | undefined>>

/** The user's editor, as a shell would start it: it may have arguments, as in `code --wait`. */
export const editorIn = ({ VISUAL, EDITOR }: Environment, isWindows = ownSystem.name === 'win32'): string =>
  VISUAL?.trim() || EDITOR?.trim() || (isWindows ? 'notepad' : 'vi')

/** The text as the user left it in their editor. Undefined if nothing was changed, or the editor failed. */
export async function inEditor(text: string, environment: Environment): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'convene-edit-'))
  try {
    const file = join(folder, 'text.md')
    writeFileSync(file, `${text}\n`, { mode: 0o600 })
    if (!(await isClosed(editorIn(environment), file))) return undefined
    const edited = readFileSync(file, 'utf8').trim()
    return edited === '' || edited === text.trim() ? undefined : edited
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether the editor ended without an error. */
function isClosed(editor: string, file: string): Promise<boolean> {
  const [program, given] =
    ownSystem.name === 'win32'
      ? ['cmd', ['/d', '/s', '/c', `"${editor} "${file}""`]]
      : ['sh', ['-c', `${editor} "$1"`, 'sh', file]]
  return new Promise((resolve) => {
    const child = spawn(program, given, { stdio: 'inherit', windowsVerbatimArguments: true })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
