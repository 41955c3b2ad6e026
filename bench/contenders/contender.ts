/** One message of a conversation, as every contender sends it. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly content: string }

/** Makes the same requests in its own way. */
export interface Contender {
  /** One conversation with `calls` calls, each seeing the earlier answers. */
  conversation(calls: number): Promise<void>
  /** `agents` parallel conversations with `rounds` calls each. */
  team(agents: number, rounds: number): Promise<void>
  /** Plan, members in parallel, synthesis and evaluation, `iterations` times. */
  loop(members: number, iterations: number): Promise<void>
  /**
   * A panel of three. With five turns: clarify, topic, the blind round, two turns, three final positions, and a report
   * that is written again because it lacks its sections.
   */
  panel?(size: { readonly turns: number; readonly calls: number }): Promise<void>
  /** One question for which the model requests a tool several times: as many calls, plus one. */
  tools(): Promise<void>
  /** Starts a conversation and continues it until it has this many messages. Returns a function for one more turn. */
  longConversation(messages: number): Promise<() => Promise<void>>
  /** Durable transactions so far. 0 for contenders without a log. */
  commits(): number
  close(): Promise<void>
}

export type Service = { readonly url: string; readonly model: string; readonly folder: string }

export const SYSTEM =
  'You are Ada, agent of the team ad hoc. You are a careful engineer who answers briefly and to the point.'
export const QUESTION = 'Say in a few words what matters most when a system must survive a crash at any moment.'

/** A conversation: each question is answered with everything before it in view. */
export type Thread = (question: string) => Promise<unknown>

/** Builds every workload from conversations. */
export function fromThreads(open: (options?: { readonly tools: boolean }) => Thread): Contender {
  const conversation = async (calls: number) => {
    const ask = open()
    for (let index = 0; index < calls; index++) await ask(QUESTION)
  }
  return {
    conversation,
    tools: async () => {
      await open({ tools: true })(QUESTION)
    },
    longConversation: async (messages) => {
      const ask = open()
      for (let count = 0; count < messages; count += 2) await ask(QUESTION)
      return async () => {
        await ask(QUESTION)
      }
    },
    team: async (agents, rounds) => {
      await Promise.all(Array.from({ length: agents }, () => conversation(rounds)))
    },
    loop: async (members, iterations) => {
      const lead = open()
      for (let round = 0; round < iterations; round++) {
        await lead(QUESTION)
        await Promise.all(Array.from({ length: members }, () => open()(QUESTION)))
        await lead(QUESTION)
        await open()(QUESTION)
      }
    },
    commits: () => 0,
    close: async () => {},
  }
}

/** Builds conversations from single calls, for contenders without sessions and tools. */
export const plain = (call: (turns: readonly Turn[]) => Promise<string>): Contender =>
  fromThreads((options) => {
    if (options?.tools) throw new Error('This contender has no tools')
    const turns: Turn[] = []
    return async (content) => {
      turns.push({ role: 'user', content })
      turns.push({ role: 'assistant', content: await call(turns) })
    }
  })
