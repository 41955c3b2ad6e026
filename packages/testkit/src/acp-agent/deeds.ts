/** One action of the scripted agent. */
export type Deed =
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'update'; readonly update: object }
  | {
      readonly do: 'ask'
      readonly kind: string
      readonly title: string
      readonly input?: object
      readonly offers?: string
      /** A session cost that it reports a moment after it has asked. */
      readonly thenCosts?: number
    }
  | { readonly do: 'asks' }
  /** Calls tools of the team's server, all at once. */
  | {
      readonly do: 'team'
      readonly calls: readonly { readonly tool: string; readonly input?: object }[]
      /** Replaces the token that it was given. */
      readonly token?: string
      readonly giveUpMs?: number
      /** Calls after the turn is over, and notes the result. */
      readonly isLate?: boolean
    }
  | { readonly do: 'teamTools' }
  | { readonly do: 'garbage'; readonly lines: number }
  | { readonly do: 'crash' }
  | { readonly do: 'fail'; readonly code: number; readonly message: string }
  | { readonly do: 'hang'; readonly isDeaf?: boolean }
  | { readonly do: 'stop'; readonly reason: string }

/** A deed as a line of a prompt. */
export const lineOf = (deed: Deed): string => `@deed ${JSON.stringify(deed)}`

/** The deeds that a prompt asks for now: earlier messages are history. Without any, it only answers. */
export function deedsIn(text: string): readonly Deed[] {
  const asked = text.split('# What is asked now').at(-1) ?? ''
  const lines = asked.split('\n').filter((line) => line.startsWith('@deed '))
  return lines.length > 0 ? lines.map((line) => JSON.parse(line.slice(6)) as Deed) : [{ do: 'say', text: 'Done.' }]
}
