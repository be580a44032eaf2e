import { loadFormatsDocument } from '@open-banking/verification/load';
import { messagesFile } from './client/messages-file.js';
import { errorCodesFile, operationsFile, requestHeadersFile } from './client/operations-file.js';
import { pythonClientFiles } from './client-python/files.js';
import { page, type GeneratedFile } from './generated-file.js';
import { handledOperations } from './handlers.js';
import { haproxyFiles } from './haproxy.js';
import { kubernetesFiles } from './kubernetes/files.js';
import { connectorDocument } from './openapi/connector-document.js';
import { openApiFiles } from './openapi/document.js';
import { collectionFiles } from './pages/collection.js';
import { disclosurePage, readingFields } from './pages/disclosure.js';
import { errorsPage } from './pages/errors.js';
import { findingsPage } from './pages/findings.js';
import { guidePages } from './pages/guides.js';
import { operationsPage } from './pages/operations.js';
import { postmanFiles } from './pages/postman.js';
import { settingsPage } from './pages/settings.js';
import { settingCatalogueFile } from './setting-catalogue.js';
import { supplyChainFiles } from './supply-chain/files.js';
import { userAgentFile } from './user-agent.js';

/** Everything that is generated and committed. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const handled = await handledOperations();
  return [
    ...openApiFiles(handled),
    connectorDocument(),
    messagesFile(handled),
    operationsFile(handled),
    errorCodesFile(),
    requestHeadersFile(),
    ...pythonClientFiles(handled),
    operationsPage(),
    errorsPage(),
    disclosurePage(readingFields(handled)),
    findingsPage(),
    ...guidePages(),
    ...collectionFiles(),
    ...postmanFiles(handled),
    await settingsPage(),
    await settingCatalogueFile(),
    page('docs/load-formats.md', 'the tables.ts of the services', [loadFormatsDocument()]),
    ...haproxyFiles(),
    ...kubernetesFiles(),
    ...supplyChainFiles(),
    userAgentFile(),
  ];
}
