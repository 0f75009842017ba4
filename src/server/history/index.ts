export { storeAddress } from './address';
export { readHistory } from './read-history';
export { connectionsOf } from './saved-connections';
export { scrapeIntervals } from './scrape-interval';
export { openStore, type StoreClient } from './store-client';
export { storeLoad } from './store-load';
export { chosenServer, type KnownServer, knownServers } from './store-servers';
export { storeSnapshot } from './store-snapshot';
