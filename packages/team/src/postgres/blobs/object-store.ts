import { StorageFailure } from '@convene/engine'

/** Where a bucket is, and who may use it. */
export type ObjectStoreOptions = {
  /** The bucket's address, such as `https://s3.example/convene`. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** Bytes by name in a bucket. Errors are `StorageFailure`s that say what to do and never contain the secret. */
export type ObjectStore = {
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  copy(from: string, to: string): Promise<void>
  /** Names without an object are not an error. */
  remove(names: readonly string[]): Promise<void>
}

type Environment = { readonly [name: string]: string | undefined }

/** The bucket that the environment names, if any. Throws if only a part is set: files would go elsewhere unnoticed. */
export function objectStoreOptions(environment: Environment): ObjectStoreOptions | undefined {
  const { CONVENE_S3_URL: url, CONVENE_S3_KEY_ID: keyId, CONVENE_S3_SECRET: secret } = environment
  if (!(url || keyId || secret)) return undefined
  const missing = Object.entries({ CONVENE_S3_URL: url, CONVENE_S3_KEY_ID: keyId, CONVENE_S3_SECRET: secret })
    .filter(([, value]) => !value)
    .map(([name]) => name)
  if (!url || !keyId || !secret)
    throw new StorageFailure('bad_bucket', `The object store needs ${missing.join(' and ')} as well. Set all three.`)
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.pathname.length < 2 || parsed.username !== '')
    throw new StorageFailure('bad_bucket', 'Invalid CONVENE_S3_URL. It looks like https://s3.example/BUCKET.')
  return { url, keyId, secret, region: environment.CONVENE_S3_REGION || 'auto' }
}

/** Variables that must not reach programs started by agents. */
export const objectStoreVariables = ['CONVENE_S3_URL', 'CONVENE_S3_REGION', 'CONVENE_S3_KEY_ID', 'CONVENE_S3_SECRET']

const ANSWER_MS = 30_000
const AT_ONCE = 8

/** A bucket behind the S3 API. The client is loaded only if one is used. */
export async function objectStore({ url, region, keyId, secret }: ObjectStoreOptions): Promise<ObjectStore> {
  const { S3mini } = await import('s3mini')
  const access = { endpoint: url, region, accessKeyId: keyId, secretAccessKey: secret }
  const bucket = new S3mini({ ...access, requestAbortTimeout: ANSWER_MS })
  const answer = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw failureOf(error, new URL(url))
    }
  }
  return {
    put: (name, bytes) => answer(async () => void (await bucket.putObject(name, Buffer.from(bytes)))),
    get: (name) =>
      answer(async () => {
        const bytes = await bucket.getObjectArrayBuffer(name)
        return bytes === null ? undefined : new Uint8Array(bytes)
      }),
    copy: (from, to) => answer(async () => void (await bucket.copyObject(from, to))),
    remove: (names) =>
      answer(async () => {
        // One by one: not every server supports the bulk call.
        for (let from = 0; from < names.length; from += AT_ONCE)
          await Promise.all(names.slice(from, from + AT_ONCE).map((name) => bucket.deleteObject(name)))
      }),
  }
}

function failureOf(error: unknown, { host, pathname }: URL): StorageFailure {
  const { status, serviceCode } = error as { readonly status?: number; readonly serviceCode?: string }
  const place = `The object store at ${host}`
  if (status === 401 || status === 403)
    return new StorageFailure(
      'refused',
      `${place} refused access to the bucket "${pathname.slice(1)}" (${serviceCode ?? status}). Check CONVENE_S3_KEY_ID, CONVENE_S3_SECRET and what the key may do.`,
    )
  if (serviceCode === 'NoSuchBucket')
    return new StorageFailure('no_bucket', `${place} has no bucket "${pathname.slice(1)}". Create it first.`)
  if (status !== undefined)
    return new StorageFailure('unreachable', `${place} answered with an error (${serviceCode ?? status}). Try again.`)
  return new StorageFailure('unreachable', `${place} does not answer. Check CONVENE_S3_URL and that it runs.`)
}
