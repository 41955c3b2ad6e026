import { DONE, EventReader } from './event-reader.ts'

/** Changes the data of each server-sent event before a provider's package reads it. Undefined leaves the event out. */
export function tidyEvents(tidy: (data: string) => string | undefined): (chunk: Uint8Array | undefined) => Uint8Array {
  const reader = new EventReader()
  const encoder = new TextEncoder()
  return (chunk) => {
    const events = (chunk ? reader.push(chunk) : reader.end())
      .map((data) => (data === DONE ? data : tidy(data)))
      .filter((data) => data !== undefined)
    return encoder.encode(events.map((data) => `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`).join(''))
  }
}
