const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** The data of the last event. */
export const DONE = '[DONE]'

/**
 * Reads server-sent events. Bytes are decoded only up to the last line ending, so no character is ever cut in half. An
 * event is complete only with a blank line after it, except for the last one, where some servers forget it.
 */
export class EventReader {
  #held: Uint8Array[] = []
  #data: string | undefined
  #isFirst = true
  #endedInReturn = false

  /** The data of each event that this chunk completes. */
  push(chunk: Uint8Array): readonly string[] {
    const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1
    if (end === 0) {
      this.#held.push(chunk)
      return []
    }
    const bytes =
      this.#held.length > 0 ? Buffer.concat([...this.#held, chunk.subarray(0, end)]) : chunk.subarray(0, end)
    this.#held = end < chunk.length ? [chunk.subarray(end)] : []
    return this.#eventsIn(this.#plainLines(decoded(bytes)))
  }

  /** The stream is over. Only an end marker may lack its line ending. */
  end(): readonly string[] {
    const rest = decoded(Buffer.concat(this.#held))
    return this.#eventsIn(`${this.#plainLines(rest)}\n`).filter((data) => data === DONE)
  }

  /** Lines that end in a line feed, without a byte order mark. */
  #plainLines(text: string): string {
    let plain = text
    if (this.#isFirst && plain.startsWith('\uFEFF')) plain = plain.slice(1)
    if (this.#endedInReturn && plain.startsWith('\n')) plain = plain.slice(1)
    this.#isFirst = false
    this.#endedInReturn = text.endsWith('\r')
    return plain.includes('\r') ? plain.replaceAll(/\r\n?/g, '\n') : plain
  }

  #eventsIn(text: string): string[] {
    const events: string[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const data = end === from ? this.#take() : this.#read(text, from, end)
      if (data) events.push(data)
      from = end + 1
    }
    return events
  }

  #take(): string | undefined {
    const data = this.#data
    this.#data = undefined
    return data
  }

  #read(text: string, from: number, end: number): string | undefined {
    if (!text.startsWith('data:', from)) return undefined
    const value = text.slice(text[from + 5] === ' ' ? from + 6 : from + 5, end)
    if (this.#data === undefined && value.trim() === DONE) return DONE
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
    return undefined
  }
}

const decoded = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
