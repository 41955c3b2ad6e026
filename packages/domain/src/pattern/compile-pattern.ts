import { ok, type Result, refuse } from '../shared/result.ts'
import { parsePattern } from './parse-pattern.ts'
import { BadPattern, type Boundary, type Node, type Test } from './syntax.ts'

/** One instruction of the machine: test a character, split, or check a position. */
export type Instruction =
  | { readonly does: 'test'; readonly test: Test }
  | { readonly does: 'split'; readonly first: number; readonly second: number }
  | { readonly does: 'go'; readonly to: number }
  | { readonly does: 'check'; readonly at: Boundary }
  | { readonly does: 'match' }

/** A compiled pattern. Matching takes linear time, without backtracking through combinations. */
export type Pattern = { readonly source: string; readonly program: readonly Instruction[] }

const MOST_INSTRUCTIONS = 5_000

/** A pattern in RE2's syntax, or which part of it is invalid. */
export function compilePattern(source: string): Result<Pattern> {
  try {
    const program: Instruction[] = []
    emit(program, parsePattern(source))
    program.push({ does: 'match' })
    return ok({ source, program })
  } catch (error) {
    if (error instanceof BadPattern) return refuse('bad_pattern', `Invalid pattern ${source}: ${error.message}.`)
    throw error
  }
}

function emit(program: Instruction[], node: Node): void {
  if (program.length > MOST_INSTRUCTIONS) throw new BadPattern('it is too large')
  switch (node.kind) {
    case 'empty':
      return
    case 'character':
      program.push({ does: 'test', test: node.test })
      return
    case 'edge':
      program.push({ does: 'check', at: node.at })
      return
    case 'sequence':
      for (const part of node.parts) emit(program, part)
      return
    case 'choice':
      emitChoice(program, node.ways)
      return
    case 'repeat':
      emitRepeat(program, node)
  }
}

function emitChoice(program: Instruction[], ways: readonly Node[]): void {
  const [first, ...others] = ways
  if (!first) return
  if (others.length === 0) {
    emit(program, first)
    return
  }
  const split = program.push({ does: 'go', to: 0 }) - 1
  emit(program, first)
  const end = program.push({ does: 'go', to: 0 }) - 1
  program[split] = { does: 'split', first: split + 1, second: program.length }
  emitChoice(program, others)
  program[end] = { does: 'go', to: program.length }
}

function emitRepeat(program: Instruction[], { part, least, most }: Extract<Node, { kind: 'repeat' }>): void {
  for (let time = 0; time < least; time++) emit(program, part)
  if (most === null) {
    emitLoop(program, part)
    return
  }
  const splits: number[] = []
  for (let time = least; time < most; time++) {
    splits.push(program.push({ does: 'go', to: 0 }) - 1)
    emit(program, part)
  }
  for (const split of splits) program[split] = { does: 'split', first: split + 1, second: program.length }
}

function emitLoop(program: Instruction[], part: Node): void {
  const split = program.push({ does: 'go', to: 0 }) - 1
  emit(program, part)
  program.push({ does: 'go', to: split })
  program[split] = { does: 'split', first: split + 1, second: program.length }
}
