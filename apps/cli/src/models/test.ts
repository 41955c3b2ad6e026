import { cleanLine, countText } from '@convene/domain'
import {
  availableModels,
  type ModelCheck,
  type ModelTest,
  modelConfiguration,
  refuseModel,
  settingsOf,
  TEST_IDLE_MS,
  testModel,
} from '@convene/host'
import { discoverLocal, modelCatalog } from '@convene/models'
import { ownSystem } from '@convene/platform'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printNote } from '../terminal/print.ts'

/** `convene models test`: one short conversation with each connected model, or with the named ones. */
export async function testModels(program: CliProgram, input: Input): Promise<number> {
  const names = input.words.length > 0 ? input.words : await connected(program)
  if (names.length === 0)
    return program.refuse({ code: 'not_configured', message: 'No model is connected. See `convene models`.' })
  return testNamed(program, names, input.flag('json'))
}

/** Tests these models, and prints a table that can be pasted into a report: no addresses, no keys. */
export async function testNamed(program: CliProgram, names: readonly string[], asJson: boolean): Promise<number> {
  const settings = await settingsOf(program)
  if (!settings.ok) return program.refuse(settings.refusal)
  const catalog = await availableModels(program, settings.value.settings, await program.withStandIns())
  for (const name of names) {
    const refusal = refuseModel(catalog, name) ?? refuseRehearsal(name)
    if (refusal) return program.refuse(refusal)
  }
  const tests: ModelTest[] = []
  for (const name of names) {
    printNote(program, `Testing ${cleanLine(name)}. A call fails after ${TEST_IDLE_MS / 1_000} s without output.`)
    tests.push(await testModel(program, name))
  }
  const works = tests.every(({ checks }) => checks.every(({ state }) => state !== 'bad'))
  if (asJson) printJson(program, { works, tests })
  else
    printLines(
      program,
      tests.flatMap((test) => reportOf(program, test)),
    )
  return works ? 0 : 1
}

const refuseRehearsal = (name: string) =>
  name.startsWith('rehearsal/')
    ? { code: 'unknown_model', message: 'The rehearsal model is built in: there is nothing to test.' }
    : undefined

/** The models that runs would use: those in the settings, each provider's default, and what runs on this machine. */
async function connected(program: CliProgram): Promise<readonly string[]> {
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  const configuration = modelConfiguration(program, settings)
  const ready = modelCatalog(configuration, environment).providers.filter(
    ({ configured, local, name }) => configured && !local && name !== 'acp',
  )
  const servers = await discoverLocal({ configuration: settings, environment })
  const named = [settings.model ?? '', ...settings.pool]
  const all = [
    ...named,
    ...ready.map(({ models }) => models[0]?.name ?? ''),
    ...servers.map(({ models }) => models[0] ?? ''),
  ]
  return [...new Set(all.filter((name) => name !== '' && !name.startsWith('rehearsal/')))]
}

const marks: Readonly<Record<ModelCheck['state'], string>> = { good: 'yes', note: 'partly', bad: 'no' }

function reportOf({ version }: CliProgram, { model, checks, calls, costUsd }: ModelTest): readonly string[] {
  const cost = costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`
  const where = `Convene ${version}, Node ${process.versions.node}, ${ownSystem.name} ${process.arch}`
  return [
    `${cleanLine(model)} (${where}; ${countText(calls, 'call')}, ${cost})`,
    '',
    '| check | works | found |',
    '| --- | --- | --- |',
    ...checks.map(({ what, state, found }) => `| ${what} | ${marks[state]} | ${found.replaceAll('|', '\\|')} |`),
    '',
  ]
}
