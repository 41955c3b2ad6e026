import { withoutEnd } from '@convene/domain'
import type { Environment } from '../processes/environment.ts'

export type Signal = 'traces' | 'metrics' | 'logs'

/** The standard variables: where each signal goes, its format, and whether it includes text. */
export type OtlpSettings = {
  readonly urls: { readonly [signal in Signal]?: string }
  readonly resource: { readonly [name: string]: string }
  /** Whether conversation text is included, on spans and in log events. */
  readonly content: { readonly spans: boolean; readonly events: boolean }
  /** How long delivery, and so an exit, may take. */
  readonly withinMs: number
}

const signals: readonly Signal[] = ['traces', 'metrics', 'logs']
const IS_OFF = /^(none|console)$/iu

/** Undefined if nothing is to be sent, which is the default. */
export function otlpSettings(environment: Environment): OtlpSettings | undefined {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  const urls = Object.fromEntries(
    signals.flatMap((signal) => {
      const url = urlOf(signal, environment)
      return url ? [[signal, url]] : []
    }),
  )
  if (Object.keys(urls).length === 0) return undefined
  return {
    urls,
    resource: resourceOf(environment),
    content: contentOf(environment),
    withinMs: Number(environment.OTEL_EXPORTER_OTLP_TIMEOUT) || 2_000,
  }
}

/** A signal's own address is used as it is. The common one gets the signal's path. */
function urlOf(signal: Signal, environment: Environment): string | undefined {
  const name = signal.toUpperCase()
  if (IS_OFF.test(environment[`OTEL_${name}_EXPORTER`] ?? '')) return undefined
  const common = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    environment[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] || (common && `${withoutEnd(common, '/')}/v1/${signal}`)
  return url && URL.canParse(url) ? url : undefined
}

/** `key=value` pairs with percent escapes. Invalid pairs are skipped. */
function resourceOf(environment: Environment): { readonly [name: string]: string } {
  const pairs = (environment.OTEL_RESOURCE_ATTRIBUTES ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, at)).trim()
    const value = decoded(pair.slice(at + 1).trim())
    return name && value !== undefined ? [[name, value]] : []
  })
  const named = environment.OTEL_SERVICE_NAME
  return { ...Object.fromEntries(pairs), ...(named && { 'service.name': named }) }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Our own variable, and the one that other programs share. */
function contentOf(environment: Environment): OtlpSettings['content'] {
  const shared = environment.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT?.toLowerCase() ?? ''
  return {
    spans: environment.CONVENE_TRACE_CONTENT === '1' || ['true', '1', 'span_only', 'span_and_event'].includes(shared),
    events: ['event_only', 'span_and_event'].includes(shared),
  }
}
