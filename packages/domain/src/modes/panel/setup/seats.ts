import { aliasesOf } from '../../../anonymity/anonymity.ts'
import { type Run, seatName } from '../../../state/session.ts'
import { USER } from '../../../team/user-seat.ts'

/** How prompts and reports refer to a seat: a reader other than the user would take `You` to mean themselves. */
export const panelistName = (run: Run, agent: string): string => (agent === USER ? 'The user' : seatName(run, agent))

/** The same for all seats in a run. */
export const nameIn =
  (run: Run) =>
  (agent: string): string =>
    panelistName(run, agent)

export const aliasOf = (run: Run, agent: string): string => aliasesOf(run)[agent] ?? agent

/** The seat that leads. A team without a lead is led by its first member. */
export const headOf = ({ team }: Run) => team.lead ?? team.members[0]
