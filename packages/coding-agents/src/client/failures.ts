import type { ModelFailure } from '@convene/engine'
import type { KnownAgent } from '@convene/models'
import { recordOf } from './message-stream.ts'
import { BadAgentSetting } from './open-session.ts'

const AUTH_REQUIRED = -32_000
const MOST_WORDS = 500

/** Why an agent returned no answer. */
export function agentFailure(error: unknown, { label, name, command }: KnownAgent, began: boolean): ModelFailure {
  const { code } = recordOf(error)
  const said = wordsOf(error)
  const failed = (rest: Omit<ModelFailure, 'type' | 'usage'>): ModelFailure => ({
    type: 'failed',
    ...rest,
    ...(began && { usage: null }),
  })
  if (error instanceof BadAgentSetting) return failed({ code: 'not_configured', message: said, retryable: false })
  if (code === AUTH_REQUIRED || /\b(401|unauthori[sz]ed|not (logged|signed) in|log ?in required)\b/iu.test(said))
    return failed({
      code: 'unauthorized',
      retryable: false,
      message: `${label} is not signed in. ${signIn(command, name)}`,
    })
  if (/\b(429|rate.?limit|quota|too many requests|usage limit)\b/iu.test(said))
    return failed({ code: 'rate_limited', message: `${label}: ${said}`, retryable: true })
  if (/could not be started/u.test(said))
    return failed({ code: 'not_configured', message: `${label}: ${said}.`, retryable: false })
  if (/it (ended|was ended|does not listen|did not answer|sent a message|says more|writes)/u.test(said))
    return failed({ code: 'stream_truncated', message: `${label} broke off: ${said}.`, retryable: true })
  return failed({ code: 'server_error', message: `${label}: ${said}`, retryable: true })
}

const signIn = (command: string, name: string): string =>
  `Start it once by itself (${command}) and sign in, or pass a key on with acpAgents.${name}.env in the settings.`

/** A protocol error often gives its reason only in its data. */
function wordsOf(error: unknown): string {
  const { message, data } = recordOf({ ...recordOf(error), message: (error as Error | undefined)?.message })
  const { message: more, details } = recordOf(data)
  const words = [message, more ?? details ?? data].filter((text) => typeof text === 'string' && text !== '')
  return [...new Set(words)].join(': ').replace(/\s+/gu, ' ').slice(0, MOST_WORDS) || 'it failed without a word'
}
