import type { Event } from '../event/event.ts'
import type { WireEvent } from '../event/wire.ts'
import { type SplitEvent, splitEvent } from './split-event.ts'

/** SHA-256 of a text in UTF-8, as 64 small hexadecimal digits. */
export type Digest = (text: string) => string

/** The chain at the end of an append: the link of event `seq`. */
export type ChainHead = { readonly seq: number; readonly link: string }

/** The text whose hash the first event of a session is linked to. */
export const firstText = (session: string): string => `convene chain 1\n${session}`

/**
 * The link of an event: a hash over the link before it, what the event shows, and a commitment to what it seals. It says
 * everything about the log up to here.
 */
export const linkOf = (before: string, commitment: string, open: string): string => `${before}\n${commitment}\n${open}`

/** The commitment to the sealed part of an event: nobody can guess the part without its salt. */
export const sealedText = (salt: string, sealed: string): string => `${salt}\n${sealed}`

/** The salt of one event, from the session's. */
export const saltText = (secret: string, seq: number): string => `${secret}\n${seq}`

/** An event as a link of the chain. */
export type ChainedEvent = SplitEvent & {
  readonly seq: number
  readonly link: string
  readonly salt: string
  readonly commitment: string
}

/** Continues a chain by these events of one session. The first event of a session brings its salt. */
export class Chain {
  readonly #digest: Digest
  #secret: string
  link: string

  constructor(session: string, digest: Digest, from?: { readonly link: string; readonly secret: string }) {
    this.#digest = digest
    this.#secret = from?.secret ?? ''
    this.link = from?.link ?? digest(firstText(session))
  }

  get secret(): string {
    return this.#secret
  }

  add(event: Event | WireEvent): ChainedEvent {
    const { seq } = event
    if (seq === 1) this.#secret = saltIn(event)
    const split = splitEvent(seq === 1 ? withoutSecret(event, this.#digest) : event)
    const salt = split.sealed === '' ? '' : this.#digest(saltText(this.#secret, seq))
    const commitment = split.sealed === '' ? '' : this.#digest(sealedText(salt, split.sealed))
    this.link = this.#digest(linkOf(this.link, commitment, split.open))
    return { ...split, seq, link: this.link, salt, commitment }
  }
}

/** The salt of a session, which its first event has. Empty in logs without one: their texts could be guessed. */
export function saltIn({ data }: Event | WireEvent): string {
  const { salt } = data as { readonly salt?: unknown }
  return typeof salt === 'string' ? salt : ''
}

/** A receipt must not show the salt of what it leaves out, or of another receipt. */
function withoutSecret(event: Event | WireEvent, digest: Digest): Event | WireEvent {
  const secret = saltIn(event)
  return secret === '' ? event : ({ ...event, data: { ...(event.data as object), salt: digest(secret) } } as WireEvent)
}

/** The event that ends the first append whose link is not the one of these events. */
export function firstWrongLink(
  session: string,
  events: readonly (Event | WireEvent)[],
  links: readonly ChainHead[],
  digest: Digest,
): number | undefined {
  const chain = new Chain(session, digest)
  const computed = new Map(events.map((event) => [event.seq, chain.add(event).link]))
  return links.find(({ seq, link }) => link !== computed.get(seq))?.seq
}
