import { isAbsolute, resolve } from 'node:path'
import type { ImageType, Result } from '@convene/domain'
import { type Program, refuseWorkspace } from '@convene/host'
import type { Contract, Output, RouteName } from '@convene/protocol'
import type { z } from 'zod'
import type { Caller } from './callers/caller.ts'
import type { SessionListChanges } from './feed/changes.ts'
import type { Guard } from './security/guard.ts'

/** What call handlers work with. */
export type RouteContext = {
  readonly program: Program
  readonly startedAt: number
  readonly changes: SessionListChanges
  /** Access control. Not set if calls come through a private pipe. */
  readonly guard?: Guard | undefined
  /** Who calls, if several people share the server. Omitted if there is only one user, who may do everything. */
  readonly caller?: Caller | undefined
  /** The headers of the call. */
  readonly headers?: Headers
}

/** A response of image bytes: a type that no browser executes. */
export type ServedImage = { readonly bytes: Uint8Array; readonly mediaType: ImageType }

/** A text response. */
export type Document = { readonly text: string; readonly mediaType: string; readonly name: string }

type QueryOf<R> = R extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : unknown
type BodyOf<R> = R extends { readonly body: infer B extends z.ZodType } ? z.output<B> : unknown
type FileOf<R> = R extends { readonly body: 'bytes' } ? { readonly file: Uint8Array } : unknown
type PathPart<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathPart<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown

/** The validated input of a call. */
export type Given<Name extends RouteName> = PathPart<Contract[Name]['path']> &
  QueryOf<Contract[Name]> &
  BodyOf<Contract[Name]> &
  FileOf<Contract[Name]>

type Answer<Name extends RouteName> = Contract[Name]['response'] extends 'text'
  ? Document
  : Contract[Name]['response'] extends 'bytes'
    ? ServedImage
    : Output<Name>

/** Answers one kind of call, or refuses it. */
export type Handler<Name extends RouteName> = (
  context: RouteContext,
  given: Given<Name>,
) => Promise<Result<Answer<Name>>>

/** A handler for each of these calls. */
export type Handlers<Names extends RouteName = RouteName> = { readonly [Name in Names]: Handler<Name> }

/** The program in the workspace that a call names, loaded again. Default: the server's own workspace. */
export function programInWorkspace({ program }: RouteContext, workspace: string | undefined): Result<Program> {
  const path = workspace ?? program.workspace
  // Checks the space first, so that nobody learns what exists outside its folders.
  const refusal = isAbsolute(path)
    ? (program.folders?.refuse(path) ?? refuseWorkspace(path))
    : { code: 'bad_workspace', message: `The workspace must be an absolute path, not "${path}".` }
  return refusal ? { ok: false, refusal } : { ok: true, value: program.at(resolve(path)) }
}

/** The response if there is nothing to return. */
export const doneAnswer = { ok: true, value: { done: true } } as const

/** Continues in the workspace that a call names, or refuses. */
export async function inPlace<T>(
  context: RouteContext,
  workspace: string | undefined,
  work: (place: Program) => Promise<Result<T>>,
): Promise<Result<T>> {
  const place = programInWorkspace(context, workspace)
  return place.ok ? work(place.value) : place
}

/**
 * The same, or in a repository that the space may clone. Runs are prepared in a copy, at a `recent` commit if that is
 * enough.
 */
export async function withWorkspace<T>(
  context: RouteContext,
  workspace: string | undefined,
  work: (place: Program) => Promise<Result<T>>,
  { recent = false }: { readonly recent?: boolean } = {},
): Promise<Result<T>> {
  const { folders } = context.program
  if (workspace === undefined || !folders?.isRepository(workspace)) return inPlace(context, workspace, work)
  const place = await folders.at({ repository: workspace, recent })
  return place.ok ? work(place.value) : place
}
