import { clean, cleanLine } from '@convene/domain'
import { compareStored, findSession, shortId } from '@convene/host'
import { effectText, type SessionComparison } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printNote, printTable, printVerbatim } from '../terminal/print.ts'
import { runRows, took } from './diff-runs.ts'

/** `convene sessions diff`: compares the results of two sessions side by side. */
export async function diffSessions(program: CliProgram, input: Input): Promise<number> {
  const sides = []
  for (const part of input.words.slice(0, 2)) {
    const found = await findSession(program, part)
    if (!found.ok) return program.refuse(found.refusal)
    sides.push(found.value)
  }
  const [a, b] = sides
  if (!a || !b) return program.refuse({ code: 'missing_argument', message: 'Name two sessions to compare.' })
  const compared = await compareStored(program, a, b)
  if (input.flag('json')) return printJson(program, { a, b, ...compared })
  return show(program, [shortId(a), shortId(b)], compared, input.flag('full'))
}

type Names = readonly [string, string]

function show(program: CliProgram, names: Names, compared: SessionComparison, full: boolean): number {
  const { change, shared } = compared
  if (change) printNote(program, `One change, in ${names[change.side === 'a' ? 0 : 1]}: ${cleanLine(change.text)}`)
  else printNote(program, shared > 0 ? `Identical up to event ${shared}.` : 'No shared events.')
  const effect = effectText(compared.runs)
  if (effect) printNote(program, cleanLine(effect))
  const rows = [...runRows(compared.runs), ...rowsOf(compared)].map((row) => row.map((cell) => cleanLine(cell)))
  // The numbers of two runs always differ, so only words are marked.
  const marked = rows.map(([name = '', a = '', b = '']) => [name, a, b, a === b || took.includes(name) ? '' : '≠'])
  printTable(program, { titles: ['', ...names, ''], rows: marked, flexible: 2 })
  if (full) for (const { path, same, a, b } of compared.files) if (!same) printPatches(program, names, path, { a, b })
  return 0
}

function rowsOf({ decisions, steps, files }: SessionComparison): readonly (readonly string[])[] {
  const done = (side: SessionComparison['steps'][number]['a']) => (side ? `${side.state}, ${side.owner}` : '–')
  const chosen = (side: SessionComparison['decisions'][number]['a']) =>
    side ? (side.how === 'undecided' ? side.how : `${side.option} (${side.how})`) : '–'
  return [
    ...decisions.map(({ topic, a, b }) => [`decision: ${topic}`, chosen(a), chosen(b)]),
    ...steps.map(({ step, a, b }) => [`step ${step}`, done(a), done(b)]),
    ...files.map(({ path, same, a, b }) => [`file ${path}`, sizeOf(a), same ? 'the same' : sizeOf(b)]),
  ]
}

/** `+3 −1`: the lines that patches add and remove. */
function sizeOf(patch: string | null): string {
  if (patch === null) return '–'
  const lines = patch.split('\n')
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length
  return `+${count('+')} −${count('-')}`
}

function printPatches(
  program: CliProgram,
  names: Names,
  path: string,
  sides: { readonly a: string | null; readonly b: string | null },
): void {
  for (const [name, patch] of [
    [names[0], sides.a],
    [names[1], sides.b],
  ] as const)
    printVerbatim(program, ['', `${cleanLine(path)} in ${name}:`, clean(patch ?? '(unchanged)').trimEnd()])
}
