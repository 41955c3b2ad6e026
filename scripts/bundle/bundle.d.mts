/** Bundles these entries (name → file) into one flat folder of `.mjs`, and returns the source files with their state. */
export function bundle(options: {
  readonly entries: Readonly<Record<string, string>>
  readonly out: string
  readonly external?: readonly string[]
  readonly rewrites?: Readonly<Record<string, readonly [string, string]>>
  readonly target?: string
  readonly required?: string
}): Promise<readonly (readonly [string, number, number])[]>
