import { closeSync, openSync } from 'node:fs'
import { cleanLine } from '@convene/domain'
import { StorageFailure } from '@convene/engine'
import type { CliProgram } from './program.ts'

/** Errors the user can fix in the configuration or the folder. Everything else is our failure. */
const configuration: readonly string[] = [
  'read_only',
  'old_sqlite',
  'newer_version',
  'unreleased_format',
  'bad_url',
  'refused',
  'no_database',
  'migration_needed',
  'too_old',
  'bad_encoding',
  'ENOTDIR',
  'EEXIST',
  'EACCES',
  'EPERM',
  'EROFS',
]
const ofTheFileSystem: readonly string[] = ['ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EISDIR']

const TOO_MANY_FILES = 'Too many open files. Raise the limit and try again: ulimit -n 1024'

/** Explains an error in one message that says what to do. The stack goes only to the log file. */
export async function explain(program: CliProgram, error: unknown): Promise<number> {
  const { code = '', path, message, name } = error as { code?: string; path?: string; message?: string; name?: string }
  const { style } = program.terminal.err
  const say = (text: string) => program.terminal.err.write(`${style.red('convene:')} ${cleanLine(text)}\n`)
  if (code === 'EMFILE' || code === 'ENFILE' || !hasFilesLeft()) {
    say(TOO_MANY_FILES)
    return 2
  }
  if (name === 'StorageFailure' || error instanceof StorageFailure) say(`${message}`)
  else if (ofTheFileSystem.includes(code))
    say(`Cannot use ${path ?? program.home} (${code}). Make it a writable folder, or set CONVENE_HOME to another one.`)
  else {
    const kept = await keep(program, error)
    say(`Internal error: ${message ?? String(error)}.${kept}`)
    return 1
  }
  return configuration.includes(code) ? 2 : 1
}

/** More than a command opens at a time. With fewer, SQLite calls the data folder not writable, and others fail oddly. */
const FILES_NEEDED = 16

/** Whether this process may still open files: what failed may not have said that it ran out of them. */
function hasFilesLeft(): boolean {
  const opened: number[] = []
  try {
    while (opened.length < FILES_NEEDED) opened.push(openSync(process.execPath, 'r'))
    return true
  } catch {
    return false
  } finally {
    for (const file of opened) closeSync(file)
  }
}

async function keep(program: CliProgram, error: unknown): Promise<string> {
  try {
    const telemetry = await program.telemetry()
    telemetry.log('error', 'bug', String(error), { stack: error instanceof Error ? error.stack : undefined })
    await telemetry.flush()
    return ` Stored data is safe. Details are in ${program.home}/logs.`
  } catch {
    return ''
  }
}
