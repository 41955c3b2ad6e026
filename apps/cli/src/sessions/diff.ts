import { type Comparison, clean, cleanLine, costText, tokensText } from '@convene/domain'
import { compareStored, findSession, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printLines, printNote, printTable } from '../terminal/print.ts'

/** `convene sessions diff`: compares the results of two sessions side by side. */
export async function diffSessions(program: Program, input: Input): Promise<number> {
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

function show(program: Program, names: Names, compared: Comparison, full: boolean): number {
  const common = compared.shared > 0 ? `Identical up to event ${compared.shared}.` : 'No shared events.'
  printNote(program, common)
  printTable(program, { titles: ['', ...names], rows: rowsOf(compared) })
  if (full) for (const { path, same, a, b } of compared.files) if (!same) printPatches(program, names, path, { a, b })
  return 0
}

function rowsOf({ outcome, decisions, steps, files }: Comparison): readonly (readonly string[])[] {
  const ended = (side: Comparison['outcome']['a']) =>
    side
      ? `${side.state}: ${side.reason}, ${tokensText(side.tokens)} tokens, ${costText({ ...side, unpriced: 0 })}`
      : 'in progress'
  const done = (side: Comparison['steps'][number]['a']) => (side ? `${side.state}, ${side.owner}` : '–')
  const chosen = (side: Comparison['decisions'][number]['a']) =>
    side ? (side.how === 'undecided' ? side.how : `${side.option} (${side.how})`) : '–'
  return [
    ['outcome', ended(outcome.a), ended(outcome.b)],
    ...decisions.map(({ topic, a, b }) => [`decision: ${topic}`, chosen(a), chosen(b)]),
    ...steps.map(({ step, a, b }) => [`step ${step}`, done(a), done(b)]),
    ...files.map(({ path, same, a, b }) => [`file ${path}`, sizeOf(a), same ? 'the same' : sizeOf(b)]),
  ].map((row) => row.map((cell) => cleanLine(cell)))
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
  program: Program,
  names: Names,
  path: string,
  sides: { readonly a: string | null; readonly b: string | null },
): void {
  for (const [name, patch] of [
    [names[0], sides.a],
    [names[1], sides.b],
  ] as const)
    printLines(program, ['', `${cleanLine(path)} in ${name}:`, clean(patch ?? '(unchanged)').trimEnd()])
}
