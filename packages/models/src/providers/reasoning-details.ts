import type { Json } from '@convene/domain'

type Detail = { readonly [field: string]: Json }

const GROWING = ['text', 'summary', 'data']

/**
 * `reasoning_details` of OpenRouter and similar gateways, in the form to send back: complete and in order. A stream
 * sends them in pieces, with the signature in the last one.
 */
export class ReasoningDetails {
  #details: Detail[] = []

  /** Records a raw chunk or document of an answer. */
  note(raw: unknown): void {
    const { choices } = (raw ?? {}) as { choices?: readonly { delta?: unknown; message?: unknown }[] }
    if (!Array.isArray(choices)) return
    const { reasoning_details: found } = (choices[0]?.delta ?? choices[0]?.message ?? {}) as Record<string, unknown>
    if (Array.isArray(found)) for (const detail of found) if (isDetail(detail)) this.#add(detail)
  }

  get all(): readonly Detail[] | undefined {
    return this.#details.length > 0 ? this.#details : undefined
  }

  #add(detail: Detail): void {
    const last = this.#details.at(-1)
    if (last && last.type === detail.type && isSamePlace(last, detail))
      this.#details[this.#details.length - 1] = merged(last, detail)
    else this.#details.push(detail)
  }
}

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSamePlace = (one: Detail, other: Detail): boolean =>
  one.index === other.index && (one.id ?? other.id) === (other.id ?? one.id)

function merged(last: Detail, next: Detail): Detail {
  const whole: Record<string, Json> = { ...last }
  for (const [field, value] of Object.entries(next)) {
    const known = whole[field]
    if (GROWING.includes(field) && typeof known === 'string' && typeof value === 'string') whole[field] = known + value
    else if (value !== null) whole[field] = value
  }
  return whole
}
