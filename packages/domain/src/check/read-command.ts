import { compilePattern } from '../pattern/compile-pattern.ts'
import { ok, type Result, refuse } from '../shared/result.ts'
import { alwaysPasses } from './always-passes.ts'

const bad = (why: string): Result<never> => refuse('invalid_check', why)

const NETWORK = /[\s,;(]+(?:network:\s*yes|with network(?: access)?)\)?$/iu
const EXIT = /[\s,;(]+expects?:?\s+exit(?: code)?\s+(\d{1,3})\)?$/iu
const OUTPUT = /[\s,;(]+expects?:?\s+output\s+\/(.+)\/\)?$/iu
const PASSES =
  /(?<![;&|\s])\s+(?:passes|pass|succeeds|succeed|is green|works|exits? (?:with )?(?:code )?0|returns 0|(?:without|with no) errors)[.!]?$/iu

/**
 * A command line, with what it must end with: `npm test expect: exit 3`, `npm test expect: output /12 passed/`. Nothing is
 * wrong with an observation that cannot fail.
 */
export function readCommand(text: string, purpose: 'check' | 'observation' = 'check'): Result<unknown> {
  let line = text.replace(/^(?:command|run|cmd|\$)[:\s]\s*/iu, '')
  const network = NETWORK.test(line)
  line = line.replace(NETWORK, '')
  const output = OUTPUT.exec(line)?.[1]
  line = line.replace(OUTPUT, '')
  const exit = EXIT.exec(line)?.[1]
  const run = marked(line.replace(EXIT, '').replace(PASSES, '')).trim()
  const wantsSuccess = purpose === 'check' && (exit === undefined || Number(exit) === 0)
  const wrong = commandProblem(run, wantsSuccess, output !== undefined) ?? patternProblem(output)
  if (wrong) return bad(wrong)
  return ok({
    kind: 'command',
    run,
    ...(exit !== undefined && { exit: Number(exit) }),
    ...(output !== undefined && { output }),
    ...(network && { network }),
  })
}

/** A sentence around one command in code marks means that command. */
function marked(line: string): string {
  const [first, ...others] = [...line.matchAll(/`([^`]+)`/gu)].map(([, inside = '']) => inside)
  return first !== undefined && others.length === 0 ? first : line
}

function patternProblem(output: string | undefined): string | undefined {
  const compiled = output === undefined ? undefined : compilePattern(output)
  if (!compiled) return undefined
  return compiled.ok ? undefined : compiled.refusal.message
}

/** Why a line cannot be a check. */
function commandProblem(run: string, wantsSuccess: boolean, hasOutput: boolean): string | undefined {
  if (run === '') return 'It is empty.'
  if (/^<[^>]*>$|^[.…]+$/u.test(run)) return 'It is still the form, and not filled in.'
  if (isProse(run)) return `"${run.slice(0, 80)}" is a sentence, not a command. Put it into the acceptance criteria.`
  if (/&\s*$/u.test(run) && !/&&\s*$/u.test(run)) return 'It ends in the background, so nobody sees how.'
  const isIdle = wantsSuccess && alwaysPasses(run, hasOutput)
  return isIdle ? 'It passes whatever happens, so it checks nothing.' : undefined
}

const PROSE_START =
  /^(?:the|all|every|each|no|a|an|it|there|this|that|manual(?:ly)?|verify that|ensure|confirm|check that|make sure|visually|review)\s/iu

/** Programs are not written with a capital and followed by a sentence. */
function isProse(run: string): boolean {
  if (PROSE_START.test(run)) return true
  const words = run.split(/\s+/u)
  const isSentence = words.length > 3 && words.every((word) => /^[\p{L}'’,-]+[.!?]?$/u.test(word))
  return isSentence && /^\p{Lu}/u.test(run) ? true : isSentence && /[.!?]$/u.test(run)
}
