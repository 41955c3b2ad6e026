import { cleanLine } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { type DoctorCheck, extensionsOf } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import { testNamed } from '../models/test.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'
import { wrap } from '../terminal/wrap.ts'
import { checkCodingAgents } from './check-agents.ts'
import { checkDatabase, checkHome, checkReceiptKey } from './check-data.ts'
import { checkGit } from './check-git.ts'
import { checkKeys } from './check-keys.ts'
import { checkModels, checkSettingsFiles } from './check-models.ts'
import { checkNode, checkSqlite } from './check-node.ts'
import { checkSandbox } from './check-sandbox.ts'
import { checkTerminal } from './check-terminal.ts'
import { checkTrust } from './check-trust.ts'
import { checkVersion } from './check-version.ts'

/** `convene doctor`: exit code 0 if Convene is usable, 2 if something must be fixed first. */
export async function doctor(program: CliProgram, input: Input): Promise<number> {
  const model = input.text('model')
  if (model !== undefined) return testNamed(program, [model], input.flag('json'))
  if (input.flag('database') || input.text('database-url') !== undefined)
    return optionalCheck(program, input, 'doctor --database')
  const home = checkHome(program)
  const checks: readonly DoctorCheck[] = [
    checkNode(),
    checkSqlite(),
    home,
    ...(home.state === 'bad' ? [] : await checkDatabase(program)),
    checkReceiptKey(program),
    ...(await checkSettingsFiles(program)),
    ...(await checkModels(program)),
    await checkKeys(program),
    await checkGit(),
    await checkSandbox(),
    ...(await checkCodingAgents(program)),
    ...(await checkTrust(program)),
    checkTerminal(program),
    ...(input.flag('updates') || (await program.settings()).settings.updates ? [await checkVersion(program)] : []),
  ]
  return conclude(program, input, checks)
}

/** A check of an optional package, by the name in its manifest. */
async function optionalCheck(program: CliProgram, input: Input, name: string): Promise<number> {
  const extensions = extensionsOf(optionalPackages)
  const missing = await extensions.whyMissing('checks', name)
  if (missing !== undefined) return program.refuse({ code: 'missing_package', message: missing })
  const checks = (await extensions.parts('checks')).flatMap((each) => each[name] ?? [])
  const found = await Promise.all(checks.map((check) => check(program.environment, input)))
  return conclude(program, input, found.flat())
}

function conclude(program: CliProgram, input: Input, checks: readonly DoctorCheck[]): number {
  const isUsable = checks.every(({ state }) => state !== 'bad')
  if (input.flag('json')) printJson(program, { usable: isUsable, checks })
  else printLines(program, [...checks.flatMap((check) => rowsOf(program, check)), '', conclusion(isUsable)])
  return isUsable ? 0 : 2
}

const conclusion = (isUsable: boolean): string =>
  isUsable ? 'Ready' : 'Fix the problems marked ✗, then run `convene doctor` again.'

function rowsOf({ terminal }: CliProgram, { state, what, found, fix }: DoctorCheck): readonly string[] {
  const { style } = terminal.out
  const mark = { good: style.green('✓'), note: style.yellow('!'), bad: style.red('✗') }[state]
  const width = terminal.out.isTerminal ? terminal.out.columns() - 1 : 10_000
  const margins = { first: `${mark} ${style.bold(what.padEnd(12))} `, rest: ' '.repeat(15) }
  const rows = wrap([{ text: cleanLine(found) }], width, margins)
  const way = { first: ' '.repeat(15), rest: ' '.repeat(15) }
  return fix ? [...rows, ...wrap([{ text: cleanLine(fix), paint: style.dim }], width, way)] : rows
}
