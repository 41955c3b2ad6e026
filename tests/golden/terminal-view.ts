import { type Event, redactVotes, type SessionId } from '@convene/domain'
import { entriesRows } from '../../apps/cli/src/live-view/entry-rows.ts'
import { markdownLines } from '../../apps/cli/src/live-view/fold.ts'
import { resultIn, transcript } from '../../apps/cli/src/sessions/show.ts'
import { PaperTerminal } from '../../apps/cli/src/terminal/paper-terminal.fixture.ts'
import { noStyle } from '../../apps/cli/src/terminal/style.ts'

/** What agents write for the program to read, in capitals or not, and its own codes: nobody should have to read them. */
export const PROTOCOL =
  /\b(?:CLEAR:|NOT_CONVERGED|CONVERGED|POSITION:|CONFIDENCE:|CHANGED:|VOTE:|APPROVE|ACCEPT|REOPEN|HANDOFF|PROBABILITIES:)|(?:^|\n)[\s•·]*(?:[Cc]lear|[Vv]ote|[Pp]robabilities|[Cc]hanged|[Pp]osition|[Cc]onfidence|[Oo]ption):|awaiting_approval|force_converge|\blimit:\w|\[\[|@worker:/u

/** What a terminal of this width shows of a session, as it happened and as its result. */
export function terminalView(session: SessionId, all: readonly Event[], width: number) {
  const events = redactVotes(all)
  const { sink: out } = new PaperTerminal(width)
  const { rows, state } = transcript({ terminal: { out } } as never, session, events)
  const result = entriesRows(markdownLines(resultIn(state, events)), { width, style: noStyle })
  return { happened: rows, result }
}
