import { cleanLine } from '@convene/domain'
import { StorageFailure } from '@convene/engine'
import type { Program } from './program.ts'
import { asStarted } from './terminal/as-started.ts'

/** Settled by fixing the configuration or the folder; everything else is a failure of the work itself. */
const configuration: readonly string[] = [
  'read_only',
  'old_sqlite',
  'newer_version',
  'ENOTDIR',
  'EEXIST',
  'EACCES',
  'EPERM',
  'EROFS',
]
const ofTheFileSystem: readonly string[] = ['ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EISDIR']

/** Says what went wrong in one message with the way out; the stack goes into the log file only. */
export async function explain(program: Program, error: unknown): Promise<number> {
  const { code = '', path, message, name } = error as { code?: string; path?: string; message?: string; name?: string }
  const { style } = program.terminal.err
  const say = (text: string) =>
    program.terminal.err.write(`${style.red('convene:')} ${cleanLine(asStarted(program.terminal, text))}\n`)
  if (name === 'StorageFailure' || error instanceof StorageFailure) say(`${message}`)
  else if (ofTheFileSystem.includes(code))
    say(
      `${path ?? program.home} cannot be used (${code}). Make it a folder that you can write, or set CONVENE_HOME to another.`,
    )
  else {
    const kept = await keep(program, error)
    say(`Something broke inside Convene: ${message ?? String(error)}.${kept}`)
    return 1
  }
  return configuration.includes(code) ? 2 : 1
}

async function keep(program: Program, error: unknown): Promise<string> {
  try {
    const telemetry = await program.telemetry()
    telemetry.log('error', 'bug', String(error), { stack: error instanceof Error ? error.stack : undefined })
    await telemetry.flush()
    return ` Nothing that was stored is lost. The details are in ${program.home}/logs.`
  } catch {
    return ''
  }
}
