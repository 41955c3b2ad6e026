import { type ContextLine, type Image, imageText, type ModelRequest, perChunk, type SessionId } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { connectionOf, isConnection, type ProviderConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { type ModelFacts, modelFacts } from './model-facts.ts'
import { splitName } from './model-name.ts'
import { providerKindOf } from './provider-kinds.ts'

/** Reads the bytes of an image in a conversation, or undefined if they are gone. */
export type ReadImage = (session: SessionId, image: Image) => Promise<Uint8Array | undefined>

/** The images of a request by hash: bytes to send, or nothing if the model gets a description. */
export type Pictures = ReadonlyMap<string, Uint8Array>

/** Every provider limits the request size. The newest images are shown, the others are described. */
const MOST_BYTES = 15_000_000
const MOST_IMAGES = 20

export const noPictures: Pictures = new Map()

const images = perChunk((lines: readonly ContextLine[]) => lines.flatMap(imagesIn))

/** Reads the images of a request, newest first. */
export async function readPictures(request: ModelRequest, read: ReadImage): Promise<Pictures> {
  const pictures = new Map<string, Uint8Array>()
  let bytes = 0
  for (const image of images(request.lines).flat().reverse()) {
    if (pictures.has(image.hash)) continue
    bytes += image.bytes
    if (bytes > MOST_BYTES || pictures.size >= MOST_IMAGES) break
    const found = await read(request.session, image)
    if (found) pictures.set(image.hash, found)
  }
  return pictures
}

export function imagesIn(line: ContextLine): readonly Image[] {
  return line.role === 'assistant' ? [] : (line.images ?? [])
}

/** Replaces an image that is not shown. */
export const unseenText = (image: Image): string => `[${imageText(image)}. You cannot see it.]`

/**
 * Whether a model accepts images, according to the settings, or else the catalogue, or else its provider kind. A
 * catalogue entry does not apply to a model with the same name at another address.
 */
export function sees({ images, type, api, baseURL }: ProviderConnection, model: string, known?: ModelFacts): boolean {
  if (images !== undefined) return typeof images === 'boolean' ? images : images.includes(model)
  const kind = providerKindOf(type)
  const isHome = baseURL === undefined || baseURL === kind.baseURL
  if (known?.images !== undefined && (isHome || known.sources.images === 'settings')) return known.images
  return kind.sees(model, api)
}

/** Whether a run would send images to this model. Undefined if that is not known here, as for a coding agent. */
export function seesImages(
  name: string,
  configuration: ModelConfiguration,
  environment: Environment,
): boolean | undefined {
  const [provider, model] = splitName(name)
  const connection = connectionOf(provider, configuration, environment)
  return isConnection(connection) ? sees(connection, model, modelFacts(name, configuration)) : undefined
}
