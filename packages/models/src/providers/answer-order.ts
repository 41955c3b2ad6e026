import type { Json } from '@convene/domain'
import type { ReasoningPiece } from './provider-state.ts'

type Thought = { text: string; options?: Json }

/**
 * The order of the parts of an answer. Providers that sign their reasoning refuse it in any other position, so it is
 * recorded per call: everything since the previous call.
 */
export class AnswerOrder {
  #keepsAll: boolean
  #pieces: (Thought | { said: number })[] = []
  #thoughts = new Map<string, Thought>()
  #isPlain = true
  #calls = 0

  /** `keepsAll` means that unsigned reasoning is sent back too. */
  constructor(keepsAll: boolean) {
    this.#keepsAll = keepsAll
  }

  say(length: number): void {
    if (this.#calls > 0) this.#isPlain = false
    const last = this.#pieces.at(-1)
    if (last && 'said' in last) last.said += length
    else this.#pieces.push({ said: length })
  }

  think(id: string, text: string, options: Json | undefined): void {
    const known = this.#thoughts.get(id)
    const thought = known ?? { text: '' }
    thought.text += text
    if (options !== undefined) thought.options = options
    if (known) return
    this.#thoughts.set(id, thought)
    this.#pieces.push(thought)
  }

  /** Returns everything since the previous call and starts over. */
  take(): readonly ReasoningPiece[] {
    this.#calls += 1
    const pieces = this.#pieces.filter((piece) => 'said' in piece || this.#goesBack(piece))
    if (pieces.some((piece) => !('said' in piece))) this.#isPlain = false
    this.#pieces = []
    this.#thoughts.clear()
    return pieces
  }

  /** Text, then calls, and nothing to send back: the order does not matter. */
  get isPlain(): boolean {
    return this.#isPlain
  }

  #goesBack = ({ text, options }: Thought): boolean => options !== undefined || (this.#keepsAll && text.trim() !== '')
}
