import type { FoundVersion } from '@convene/host'
import type { CliProgram } from '../program.ts'
import { lookForUpdate } from './update.ts'

const DAY_MS = 86_400_000

/** The program for a server, which asks for a newer version at most once a day. */
export function lookingDaily(program: CliProgram, look = () => newerThan(program)): CliProgram {
  let asked: { readonly at: number; readonly answer: Promise<FoundVersion | undefined> } | undefined
  const newer = () => {
    if (!asked || program.now() - asked.at >= DAY_MS) asked = { at: program.now(), answer: look() }
    return asked.answer
  }
  return { ...program, newer }
}

async function newerThan(program: CliProgram): Promise<FoundVersion | undefined> {
  const { isKnown, lines } = await lookForUpdate(program)
  const [found, way] = lines
  return isKnown && found !== undefined && way !== undefined ? { found, way } : undefined
}
