import { writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { cleanLine, shortId } from '@convene/domain'
import { exportCard, exportSession, findSession } from '@convene/host'
import { type CardPlace, cardPlaces } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { unwritableOutput } from '../review/output-problem.ts'
import { printLines, printNote, printVerbatim } from '../terminal/print.ts'

/** `convene share`: one file that anybody can open, or the result as text for one place. */
export async function shareSession(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const place = input.text('as') as CardPlace | undefined
  if (place !== undefined) return printCard(program, found.value, place)
  const { text } = await exportSession(program, found.value, { format: 'html', redact: true })
  const file = input.text('output') ?? `convene-${shortId(found.value)}.html`
  try {
    // Without --output, a file that is already there was not meant.
    writeFileSync(resolve(file), text, { flag: input.text('output') === undefined ? 'wx' : 'w' })
  } catch (error) {
    return program.refuse(isThere(error) ? existing(file) : unwritableOutput(file, error))
  }
  printLines(program, [resolve(file)])
  const size = `${Math.max(1, Math.round(Buffer.byteLength(text) / 1_024))} KB`
  printNote(program, `${size}, in one file. Keys and folders of this machine are left out. Read it before you send it.`)
  return 0
}

async function printCard(
  program: CliProgram,
  session: Parameters<typeof exportCard>[1],
  place: CardPlace,
): Promise<number> {
  const card = await exportCard(program, session)
  if (!card) return program.refuse({ code: 'no_result', message: 'This session has no result yet.' })
  return printVerbatim(program, [cardPlaces[place].write(card)])
}

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'

const existing = (file: string) => ({
  code: 'bad_output',
  message: `${cleanLine(basename(file))} already exists. Choose another file with --output.`,
})
