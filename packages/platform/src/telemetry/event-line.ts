import type { Event } from '@convene/domain'
import type { Telemetry } from '@convene/engine'
import { sentenceOf, strangers, lineOf as wordsOf } from '@convene/reading'

export type LogLevel = Parameters<Telemetry['log']>[0]

export type LogLine = { readonly level: LogLevel; readonly code: string; readonly message: string }

const levels: { readonly [T in Event['type']]?: LogLevel } = {
  'run.started': 'info',
  'run.finished': 'info',
  'run.state': 'debug',
  'task.finished': 'debug',
  'model.failed': 'warn',
  'effect.lost': 'warn',
  'limit.reached': 'warn',
  warning: 'warn',
  error: 'error',
}

/** What an operator should read about an event, if anything. Never contains what users or models said. */
export function logLine(event: Event): LogLine | undefined {
  const level = levels[event.type]
  if (!level) return undefined
  const code = codeOf(event)
  const message = sentenceOf({ ...wordsOf(event, strangers), body: '' }, strangers.name)
  if (event.type === 'warning' || event.type === 'error') return { level, code: code ?? event.type, message }
  return {
    level: event.type === 'task.finished' && code ? 'warn' : level,
    code: event.type,
    message: code ? `${message} (${code})` : message,
  }
}

function codeOf(event: Event): string | undefined {
  if (event.type === 'task.finished') return event.data.error?.code
  return event.type === 'warning' || event.type === 'error' || event.type === 'model.failed'
    ? event.data.code
    : undefined
}
