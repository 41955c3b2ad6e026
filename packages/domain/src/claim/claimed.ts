import type { RunKind } from './deed.ts'

/** Who is said to have done it: `self` is the author alone, `anybody` means anyone who worked on it. */
export type Doer = 'self' | 'anybody'

/** What a sentence claims. */
export type Claimed = { readonly doer: Doer } & (
  | {
      readonly kind: 'ran'
      readonly what: Exclude<RunKind, 'fetch'>
      /** It also claims that it passed. */
      readonly passes: boolean
      /** All there are, it says. */
      readonly isAll?: boolean | undefined
      /** How many tests are said to have passed, all in all. */
      readonly count?: number | undefined
      /** A file or command that it is about. */
      readonly about?: string | undefined
    }
  | { readonly kind: 'command'; readonly line: string; readonly passes: boolean }
  | { readonly kind: 'wrote' | 'removed' | 'read'; readonly path: string }
  | { readonly kind: 'studied'; readonly noun: string }
  | { readonly kind: 'fetched'; readonly url: string; readonly status?: number | undefined }
)
