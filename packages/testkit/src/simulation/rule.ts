import type { Event } from '@convene/domain'
import type { Ledger } from './ledger.ts'

/** What must hold for an event, given everything stored before it. */
export type Rule = { readonly invariant: string; broken(ledger: Ledger, event: Event): string | undefined }
