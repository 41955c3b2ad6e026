import { isAbsolute, resolve } from 'node:path'
import type { ImageType, Result } from '@convene/domain'
import { type Program, refuseWorkspace } from '@convene/host'
import type { Contract, Output, RouteName } from '@convene/protocol'
import type { z } from 'zod'
import type { Changes } from './feed/changes.ts'
import type { Door } from './security/guard.ts'

/** What the handlers of calls work with. */
export type Context = {
  readonly program: Program
  readonly startedAt: number
  readonly changes: Changes
  /** Whom the server answers; none where calls come through a private pipe. */
  readonly door?: Door | undefined
  /** The name that a call came by. */
  readonly calledAs?: string | undefined
}

/** Bytes that a call is answered with: of a kind that no browser runs. */
export type Picture = { readonly bytes: Uint8Array; readonly mediaType: ImageType }

/** A text that a call is answered with. */
export type Document = { readonly text: string; readonly mediaType: string; readonly name: string }

type QueryOf<R> = R extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : unknown
type BodyOf<R> = R extends { readonly body: infer B extends z.ZodType } ? z.output<B> : unknown
type FileOf<R> = R extends { readonly body: 'bytes' } ? { readonly file: Uint8Array } : unknown
type PathPart<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathPart<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown

/** What a call was given, read and checked. */
export type Given<Name extends RouteName> = PathPart<Contract[Name]['path']> &
  QueryOf<Contract[Name]> &
  BodyOf<Contract[Name]> &
  FileOf<Contract[Name]>

type Answer<Name extends RouteName> = Contract[Name]['response'] extends 'text'
  ? Document
  : Contract[Name]['response'] extends 'bytes'
    ? Picture
    : Output<Name>

/** Answers one kind of call, or says why not. */
export type Handler<Name extends RouteName> = (context: Context, given: Given<Name>) => Promise<Result<Answer<Name>>>

/** A handler for each call of these names. */
export type Handlers<Names extends RouteName = RouteName> = { readonly [Name in Names]: Handler<Name> }

/** The program in the workspace that a call names, read afresh; in the server's own if it names none. */
export function placeOf({ program }: Context, workspace: string | undefined): Result<Program> {
  const path = workspace ?? program.workspace
  const refusal = isAbsolute(path)
    ? refuseWorkspace(path)
    : { code: 'bad_workspace', message: `The workspace must be a whole path, not "${path}".` }
  return refusal ? { ok: false, refusal } : { ok: true, value: program.at(resolve(path)) }
}

/** An answer where nothing is to be said but that it is done. */
export const done = { ok: true, value: { done: true } } as const

/** Goes on with the workspace that a call names, or says why it cannot. */
export async function inPlace<T>(
  context: Context,
  workspace: string | undefined,
  work: (place: Program) => Promise<Result<T>>,
): Promise<Result<T>> {
  const place = placeOf(context, workspace)
  return place.ok ? work(place.value) : place
}
