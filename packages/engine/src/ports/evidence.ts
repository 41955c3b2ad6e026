/** What makes a log provable. Without it, sessions have no salt and votes no seal. */
export interface EvidencePort {
  /** Cannot be guessed: 64 hexadecimal digits. */
  salt(): string
  /** SHA-256 of a text, as 64 hexadecimal digits. */
  digest(text: string): string
}
