import { type Event, redactVotes, type SessionId } from '@convene/domain'
import { printResult, transcript } from '../../apps/cli/src/sessions/show.ts'
import { PaperTerminal } from '../../apps/cli/src/terminal/paper-terminal.fixture.ts'

/**
 * What agents write for the program to read, in capitals or not, and the program's own codes. Users never have to read
 * them.
 */
export const PROTOCOL =
  /\b(?:CLEAR:|NOT_CONVERGED|CONVERGED|POSITION:|CONFIDENCE:|CHANGED:|VOTE:|APPROVE|ACCEPT|REOPEN|HANDOFF|PROBABILITIES:)|(?:^|\n)[\s•·]*(?:[Cc]lear|[Vv]ote|[Pp]robabilities|[Cc]hanged|[Pp]osition|[Cc]onfidence|[Oo]ption):|awaiting_approval|force_converge|\blimit:\w|\[\[|@worker:/u

/** What a terminal of this width shows of a session: as it happened, and its result. */
export function terminalView(session: SessionId, all: readonly Event[], width: number) {
  const events = redactVotes(all)
  const paper = new PaperTerminal(width)
  const program = { terminal: { out: paper.sink }, refuse: () => 2 } as never
  const { rows } = transcript(program, session, events)
  printResult(program, session, events)
  return { happened: rows, result: paper.writes.join('').trimEnd().split('\n') }
}
