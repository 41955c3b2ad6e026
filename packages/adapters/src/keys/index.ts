export { findKeychain, type KeychainSearch } from './find-keychain.ts'
