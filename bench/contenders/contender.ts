/** One conversation line, as every contender sends it. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly content: string }

/** Does the same requests in its own way. */
export interface Contender {
  /** One conversation of `calls` calls, each seeing the answers before it. */
  conversation(calls: number): Promise<void>
  /** `agents` conversations side by side, `rounds` calls each. */
  team(agents: number, rounds: number): Promise<void>
  /** Plan, members side by side, synthesis and evaluation, so many times; only who has modes can do it. */
  loop?(members: number, iterations: number): Promise<void>
  /** A panel of three that takes two rounds: clarify, topic, the blind round, three turns, report. */
  panel?(): Promise<void>
  /** Transactions made durable so far; 0 for those without a log. */
  commits(): number
  close(): Promise<void>
}

export type Service = { readonly url: string; readonly model: string; readonly folder: string }

export const SYSTEM =
  'You are Ada, agent of the team ad hoc. You are a careful engineer who answers briefly and to the point.'
export const QUESTION = 'Say in a few words what matters most when a system must survive a crash at any moment.'

/** A conversation made of single calls: what all contenders without a session of their own do. */
export function plain(call: (turns: readonly Turn[]) => Promise<string>): Contender {
  const conversation = async (calls: number) => {
    const turns: Turn[] = []
    for (let index = 0; index < calls; index++) {
      turns.push({ role: 'user', content: QUESTION })
      turns.push({ role: 'assistant', content: await call(turns) })
    }
  }
  return {
    conversation,
    team: async (agents, rounds) => {
      await Promise.all(Array.from({ length: agents }, () => conversation(rounds)))
    },
    commits: () => 0,
    close: async () => {},
  }
}
