import { cleanLine, type Json } from '@convene/domain'
import { changeSettings, hideSecrets } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printTable } from '../terminal/print.ts'

type Fields = { readonly [key: string]: Json }

/** `convene settings`: every setting with its file, including those an untrusted workspace may not set. */
export async function listSettings(program: CliProgram, input: Input): Promise<number> {
  const { layers, problems, sources } = await program.settings()
  const withheld = problems.filter(({ code }) => code === 'untrusted').map(({ key }) => `${key}.`)
  const isInForce = (key: string) => !withheld.some((each) => `${key}.`.startsWith(each))
  const rows = (['user', 'workspace'] as const).flatMap((layer) =>
    leaves(hideSecrets(layers[layer])).map(([key, value]) => ({
      ...{ key, value, layer },
      inForce: layer === 'user' || isInForce(key),
    })),
  )
  if (input.flag('json')) return printJson(program, rows)
  printLines(program, [
    ...sources.map(({ layer, file, digest }) => `${layer}: ${cleanLine(file)}${digest ? '' : ' (no file)'}`),
    '',
  ])
  return printTable(program, {
    titles: ['key', 'value', 'from'],
    rows: rows.map(({ key, value, layer, inForce }) => [
      cleanLine(key),
      cleanLine(JSON.stringify(value)),
      inForce ? layer : `${layer} (ignored, not trusted)`,
    ]),
    flexible: 1,
  })
}

/** Every value a file sets, by its full key. */
function leaves(fields: Fields, around = ''): readonly (readonly [string, Json])[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const key = around ? `${around}.${name}` : name
    if (key === 'version' || key === '$schema') return []
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return leaves(value as Fields, key)
    return [[key, value] as const]
  })
}

/** `convene settings set`: changes one value in your file, or in the workspace's with `--workspace-scope`. */
export async function setSetting(program: CliProgram, input: Input): Promise<number> {
  const [key = '', text = ''] = input.words
  return change(program, input, key, readValue(text))
}

/** `convene settings unset`: returns to the default. */
export async function unsetSetting(program: CliProgram, input: Input): Promise<number> {
  return change(program, input, input.words[0] ?? '', undefined)
}

async function change(program: CliProgram, input: Input, key: string, value: Json | undefined): Promise<number> {
  const layer = input.flag('workspace-scope') ? 'workspace' : 'user'
  const { sources } = await program.settings()
  const source = sources.find((each) => each.layer === layer)
  const digest = source?.digest ?? null
  const file = cleanLine(source?.file ?? '')
  const notSet = { code: 'not_set', message: `${cleanLine(key)} is not set in ${file}. Nothing was changed.` }
  if (value === undefined && digest === null) return program.refuse(notSet)
  const saved = await changeSettings(program, { layer, digest, changes: [{ path: key.split('.'), value }] })
  if (!saved.ok) return program.refuse(saved.refusal)
  if (value === undefined && saved.value === digest) return program.refuse(notSet)
  program.terminal.err.write(`Saved in ${file}.\n`)
  return 0
}

/** Numbers, true, false and lists are JSON. Everything else is text. */
function readValue(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
