import type { SessionId } from '@convene/domain'
import { type CallingAgent, Refused } from './caller.ts'

/** An agent in a loop could otherwise start teams without end, each within the limits of one. */
const MOST_OPEN = 4
const MOST_COST_USD = 20

/** Prepares one more run of this process, unless too many are open or too much was spent. */
export async function withinBudget<T>(caller: CallingAgent, id: SessionId, prepare: () => Promise<T>): Promise<T> {
  const { started } = caller
  // Takes its place first: of calls that come at once, the later ones count the earlier.
  started.add(id)
  try {
    await refuseOpen(caller, id)
    await refuseCost(caller)
    return await prepare()
  } catch (error) {
    started.delete(id)
    throw error
  }
}

async function refuseOpen({ program, started }: CallingAgent, id: SessionId): Promise<void> {
  const engine = await program.engine()
  const here = new Set(engine.here())
  const before = [...started].slice(0, [...started].indexOf(id))
  const states = await Promise.all(before.map(async (each) => here.has(each) || !(await engine.state(each))))
  if (states.filter(Boolean).length >= MOST_OPEN)
    throw new Refused(
      `${MOST_OPEN} teams that you started are still at work. Wait for one with wait_for_team, or stop one with stop_team.`,
    )
}

/** What all teams have cost that agents have started in this process. */
export async function refuseCost({ program, started }: CallingAgent): Promise<void> {
  const engine = await program.engine()
  const states = await Promise.all([...started].map((id) => engine.state(id)))
  const spent = states.reduce((sum, state) => sum + (state?.run?.spent.costUsd ?? 0), 0)
  const { limits } = (await program.at(program.workspace).settings()).settings
  const most = Math.max(MOST_COST_USD, limits.maxCostUsd ?? 0)
  if (spent >= most)
    throw new Refused(
      `Your teams have cost $${spent.toFixed(2)}, and $${most} is the most. The user can restart Convene.`,
    )
}
