import type { StreamPart } from '../../language-model/language-model.ts'
import { StreamFault } from '../../transport/stream-fault.ts'
import { OpenValue } from './open-value.ts'

/** A delta of a call as a server sends it. */
export type CallDelta = {
  readonly index: number | undefined
  readonly id: string | undefined
  /** Undefined if this delta does not contain it. */
  readonly name: string | undefined
  readonly input: string
  readonly signature: string | undefined
}

type Call = Omit<CallDelta, 'input' | 'name'> & {
  readonly name: string
  readonly value: OpenValue
  input: string
}
type Found = Call | 'new' | 'unclear'
type Told = { -readonly [Field in keyof CallDelta]: CallDelta[Field] }
type CallPart = Extract<StreamPart, { type: 'tool-call' }>

/** More than any model makes at once. Every delta is compared with them. */
const MOST_CALLS = 256

/**
 * The calls of an answer, merged from deltas. Servers number them, name them, repeat them, or give several calls the
 * same index or id, so each delta is matched by everything it contains.
 */
export class ChatCalls {
  #calls: Call[] = []
  #byIndex = new Map<number, Set<Call>>()
  #byId = new Map<string, Set<Call>>()
  #nameless = new Map<number, Told>()

  add(delta: CallDelta): void {
    const told = delta.index === undefined ? delta : this.#named(delta, delta.index)
    if (told) this.#place(told)
  }

  /** The complete calls. Deltas without a name belong to the only call that can be meant, or are a fault. */
  end(provider: string): readonly CallPart[] {
    for (const told of this.#nameless.values())
      if (told.name === undefined || told.input.trim() !== '') this.#place({ ...told, name: undefined })
    const calls = this.#calls.every(({ index }) => index !== undefined)
      ? this.#calls.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
      : this.#calls
    return calls.map((call, at) => partOf(call, at, provider))
  }

  /** Some servers send a call's name after its id. Until then, its deltas are collected. */
  #named(delta: CallDelta, index: number): CallDelta | undefined {
    if (this.#byIndex.has(index)) return delta
    const told = this.#nameless.get(index) ?? { ...delta, input: '' }
    told.id ??= delta.id
    told.signature ??= delta.signature
    told.name = delta.name ?? told.name
    told.input += delta.input
    this.#nameless.set(index, told)
    if (!told.name) return undefined
    this.#nameless.delete(index)
    return told
  }

  #place(delta: CallDelta): void {
    const found = this.#find(delta)
    if (found === 'unclear') return
    const call = found === 'new' ? this.#open(delta) : found
    if (!call) return
    if (delta.id !== undefined) note(this.#byId, delta.id, call)
    if (delta.index !== undefined) note(this.#byIndex, delta.index, call)
    call.input += delta.input
    call.value.push(delta.input)
  }

  #open({ index, id, name, signature }: CallDelta): Call | undefined {
    if (name === '') return undefined
    if (name === undefined) throw new StreamFault('protocol', 'a call without a tool name')
    if (this.#calls.length === MOST_CALLS) throw new StreamFault('protocol', `more than ${MOST_CALLS} calls at once`)
    const call: Call = { index, id, name, signature, value: new OpenValue(), input: '' }
    this.#calls.push(call)
    return call
  }

  #find(delta: CallDelta): Found {
    const { index, id, name, input } = delta
    const here = index === undefined ? [] : [...(this.#byIndex.get(index) ?? [])]
    const known = id === undefined ? undefined : this.#byId.get(id)
    if (known) return this.#findKnown(delta, here, known)
    if (id !== undefined)
      return isStart(delta) ? 'new' : chosen(named(here, name), Boolean(name) && input.trim() === '')
    if (here.length > 0) return chosen(named(here, name), isStart(delta))
    return name ? 'new' : chosen(this.#calls, false)
  }

  /** Calls may share an id, so a delta's index and name count too. */
  #findKnown(delta: CallDelta, here: readonly Call[], known: ReadonlySet<Call>): Found {
    const { index, name } = delta
    if (index === undefined) return chosen(named([...known], name), isStart(delta))
    const both = named(here, name).filter((call) => known.has(call))
    const found = chosen(both, isStart(delta))
    if (found !== 'new' || name) return found
    return here.length > 0 ? 'unclear' : chosen([...known], false)
  }
}

const named = (calls: readonly Call[], name: string | undefined): readonly Call[] =>
  name ? calls.filter((call) => call.name === name) : calls

/** A name and the beginning of an input: either another call, or the same one repeated in full. */
const isStart = ({ name, input }: CallDelta): boolean => Boolean(name) && /^\s*[[{]/.test(input)

function note<Key>(calls: Map<Key, Set<Call>>, key: Key, call: Call): void {
  const known = calls.get(key)
  if (known) known.add(call)
  else calls.set(key, new Set([call]))
}

/** The call that a delta continues. A new start is another call only if the previous one is complete. */
function chosen(calls: readonly Call[], isStart: boolean): Found {
  const [only] = calls
  if (!only) return 'new'
  if (!isStart && calls.length === 1) return only
  const open = calls.filter(({ value }) => !value.isComplete)
  if (open.length === 1) return open[0] as Call
  return open.length > 1 || !isStart ? 'unclear' : 'new'
}

const partOf = ({ id, name, input, signature }: Call, at: number, provider: string): CallPart => ({
  type: 'tool-call',
  toolCallId: id ?? `unnumbered-${at}`,
  toolName: name,
  input,
  ...(signature && { providerMetadata: { [provider]: { thoughtSignature: signature } } }),
})
