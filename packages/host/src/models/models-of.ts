import { join } from 'node:path'
import type { ModelRequest, SessionId } from '@convene/domain'
import type { Model } from '@convene/engine'
import { providerModels, rehearsalModel } from '@convene/models'
import { type Environment, whyNoWorkspace } from '@convene/platform'
import { type ImageFiles, imageFiles } from '@convene/store'
import type { Unlocked } from '../keys/with-keys.ts'
import type { HostProvided, Program } from '../program.ts'
import { modelConfiguration } from './refreshed-models.ts'

/** The offline model, and every provider's models by name, connected according to the workspace's settings. */
export function workspaceModels(
  at: (workspace: string) => Program,
  environment: Environment,
  provided: NonNullable<HostProvided['models']>,
): Model {
  const rehearsal = rehearsalModel(paceIn(environment))
  const connected = new Map<string, Model>()
  const providersOf = async ({ workspace, session }: ModelRequest): Promise<Model> => {
    const program = at(workspace)
    const { settings } = await program.settings()
    const { environment, problems } = await keysFor(program, session)
    const key = JSON.stringify([settings.providers, settings.models, environment])
    const images: ImageFiles['read'] = async (session, image) =>
      imageFiles((await program.store()).blobs).read(session, image)
    const model = connected.get(key) ?? providerModels(modelConfiguration(program, settings), environment, { images })
    connected.set(key, model)
    return problems.length > 0 ? explained(model, problems) : model
  }
  /** The rehearsal quotes files. Without a workspace, it finds none. */
  const withoutForbidden = (request: ModelRequest): ModelRequest => {
    const { home, environment } = at(request.workspace)
    const missing = whyNoWorkspace({ workspace: request.workspace, home, environment })
    return missing === undefined ? request : { ...request, workspace: join(home, 'no-workspace') }
  }
  return {
    async *stream(request, signal) {
      const isRehearsal = request.model.startsWith('rehearsal/')
      const own = provided[request.model.slice(0, request.model.indexOf('/'))]
      const model = own ?? (isRehearsal ? rehearsal : await providersOf(request))
      yield* model.stream(isRehearsal ? withoutForbidden(request) : request, signal)
    },
  }
}

/** The keys of the session's space, if it has any, or else those of this server. */
async function keysFor(program: Program, session: SessionId): Promise<Unlocked> {
  const [own, { shared }] = [await program.withKeys(), await program.store()]
  return shared ? shared.withKeysOf(session, own) : own
}

/** How long a rehearsal answer takes to appear. Scripts set 0, since nobody watches. */
export function paceIn({ CONVENE_REHEARSAL_PACE: named }: Environment): { readonly pace?: number } {
  return named !== undefined && /^\d{1,5}$/u.test(named) ? { pace: Number(named) } : {}
}

/** A provider may seem unconnected because its key could not be read: the message must say both. */
function explained(model: Model, problems: readonly string[]): Model {
  return {
    async *stream(request, signal) {
      for await (const part of model.stream(request, signal)) {
        const isLocked = part.type === 'failed' && part.code === 'not_configured'
        yield isLocked ? { ...part, message: [part.message, ...problems].join(' ') } : part
      }
    },
  }
}
