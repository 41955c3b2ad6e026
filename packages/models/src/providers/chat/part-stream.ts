import type { PartStream, StreamPart } from '../../language-model/language-model.ts'
import { DONE, EventReader } from '../../transport/event-reader.ts'
import { bodyText, type Received } from '../../transport/guarded-send.ts'
import type { ChatParts } from './chat-parts.ts'

/** The parts of an answer as it arrives, as a stream or a document. After a fault, only the usage follows. */
export function partStream(received: Received, parts: ChatParts): PartStream {
  const fill = received.isDocument ? documentOf(received, parts) : chunksOf(received, parts)
  let queue: readonly StreamPart[] = []
  let at = 0
  let isOver = false
  const read = async () => {
    while (at >= queue.length) {
      if (isOver) return { done: true }
      const next = await fill()
      at = 0
      queue = next ?? []
      isOver = next === undefined
    }
    return { done: false, value: queue[at++] }
  }
  return { getReader: () => ({ read, cancel: async () => received.close() }) }
}

type Fill = () => Promise<readonly StreamPart[] | undefined>

function documentOf(received: Received, parts: ChatParts): Fill {
  let isRead = false
  return async () => {
    if (isRead) return undefined
    isRead = true
    return parts.readWhole(await bodyText(received))
  }
}

/** The answer ends with its end marker. Anything after it is only read so that the connection can be reused. */
function chunksOf({ read }: Received, parts: ChatParts): Fill {
  const events = new EventReader()
  let isEnded = false
  let isDone = false
  const partsOf = (data: string): readonly StreamPart[] => {
    if (isDone) return []
    isDone = data === DONE
    return isDone ? parts.end(true) : parts.read(data)
  }
  return async () => {
    if (isEnded) return undefined
    const chunk = await read()
    isEnded = !chunk
    const found: StreamPart[] = []
    try {
      for (const data of chunk ? events.push(chunk) : events.end()) for (const part of partsOf(data)) add(found, part)
      if (isEnded && !isDone) found.push(...parts.end(false))
    } catch (error) {
      found.push({ type: 'error', error })
    }
    return found
  }
}

/** Text that arrives together is one part, because reading each part costs a wait. */
function add(parts: StreamPart[], part: StreamPart): void {
  const last = parts.at(-1)
  if (part.type === 'text-delta' && last?.type === 'text-delta' && last.id === part.id)
    parts[parts.length - 1] = { ...last, delta: last.delta + part.delta }
  else parts.push(part)
}
