import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { readSmallFile } from '../files/small-file.ts'
import { reasonOf } from '../log-errors.ts'
import { StartError } from '../start-error.ts'
import type { Certificate } from './tls.ts'

/**
 * Reads a certificate and its key.
 *
 * @throws StartError if a file cannot be read, is not in PEM, or if the two do not fit together
 */
export async function readCertificate(files: {
  certFile: string
  keyFile: string
}): Promise<Certificate> {
  const cert = await read('--tls-cert', files.certFile)
  const key = await read('--tls-key', files.keyFile)
  try {
    createSecureContext({ cert, key })
    // OpenSSL takes a pair of different kinds, as of RSA and of ECDSA, and then fails in each handshake.
    const isOfKey = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    if (!isOfKey) throw new Error('the key is of another certificate')
  } catch (error) {
    throw new StartError(
      `${files.certFile} and ${files.keyFile} are not a certificate and its key: ${reasonOf(error)}`,
    )
  }
  return { cert, key }
}

const read = (option: string, path: string) =>
  readSmallFile(path).catch(error => {
    throw new StartError(`${option} ${path} cannot be read: ${reasonOf(error)}`)
  })
