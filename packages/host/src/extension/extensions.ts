import type { ListedPackage } from './optional-package.ts'

/** The optional packages of a program. Each is loaded when something that it adds is needed. */
export type Extensions<Parts> = {
  /** This part of every installed package that has it, in the order of the list. */
  parts<Part extends keyof Parts>(part: Part): Promise<readonly NonNullable<Parts[Part]>[]>
  /** Why something that an optional package adds is not here. Undefined if it is here, or if no package adds it. */
  whyMissing(part: keyof Parts, name: string): Promise<string | undefined>
}

/** The extensions on this list. A package that is not installed is left out. One that fails to load is a bug. */
export function extensionsOf<Parts>(list: readonly ListedPackage<Parts>[] = []): Extensions<Parts> {
  const loaded = new Map<ListedPackage<Parts>, Promise<Parts | undefined>>()
  const load = (one: ListedPackage<Parts>): Promise<Parts | undefined> => {
    const loading = loaded.get(one) ?? loadIfInstalled(one)
    loaded.set(one, loading)
    return loading
  }
  return {
    parts: async (part) => {
      const extensions = await Promise.all(list.filter(({ adds }) => adds[part]).map(load))
      return extensions.map((extension) => extension?.[part]).filter((added) => added !== undefined && added !== null)
    },
    whyMissing: async (part, name) => {
      const adding = list.find(({ adds }) => adds[part]?.includes(name))
      return adding && (await load(adding)) === undefined ? missingText(adding, name) : undefined
    },
  }
}

async function loadIfInstalled<Parts>({ name, load }: ListedPackage<Parts>): Promise<Parts | undefined> {
  try {
    return (await load()).extension
  } catch (error) {
    if (isNotInstalled(error, name)) return undefined
    throw error
  }
}

/** Only the package itself: if something that it needs is missing, the installation is broken. */
const isNotInstalled = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') &&
  error.message.includes(`'${name}'`)

const missingText = ({ name }: ListedPackage<unknown>, wanted: string): string =>
  `"${wanted}" is part of the optional package ${name}, which is not installed: reinstall Convene with all its packages.`
