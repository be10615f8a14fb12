/**
 * The most common passwords and the words they are made of, in lower case; the policy also refuses them with digits or
 * signs put at the end.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
!@#$%^ !@#$%^& !@#$%^&* !@#$%^&*() !qaz2wsx !qaz@wsx 000000 00000000 0000000000 00001111 007007 007bond 01234567 012345678
0123456789 0987654321 101010 10101010 11110000 111111 11111111 1111111111 11111122 11112222 112233 11223344 1122334455 112233445566
11235813 121212 12121212 12211221 123123 123123123 1231234 123321 123321123 1234 12341234 12344321 12345 1234512345 1234554321
123456 123456123456 1234567 12345678 1234567887654321 123456789 1234567890 1234567891 12345678910 123456789a 123456789q 123456789z
12345678a 12345678q 1234567a 1234567q 123456a 123456b 123456q 123456z 12345a 12345q 12345qwert 1234abcd 1234asdf 1234qwer 123789456
123abc 123asd 123qwe 123qweasd 123qweasdzxc 123zxc 131313 13131313 1314520 13579 1357911 135792468 147147 147258369 147852369 159159
159357 159753 1a2b3c 1a2b3c4d 1a2b3c4d5e 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazse4 1qazxsw2
1z2x3c 1z2x3c4v 20002000 222222 22222222 2468 246810 24681012 258456 271828 2pac 314159 31415926 3141592654 321654 321654987 333333
33333333 420420 444444 44444444 456789 50cent 5201314 52013140 520520 555555 55555555 55667788 666666 66666666 696969 69696969
741852963 7654321 777777 77777777 789456 789456123 87654321 888888 88888888 963852741 987654321 9876543210 999999 99999999 a12345
a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaa111 aabbcc aabbccdd abc123 abc1234 abc12345
abc123456 abc123abc abcabc abcd abcd123 abcd1234 abcd12345 abcd123456 abcde abcde12345 abcdef abcdefg abcdefgh abcdefghi abcdefghij
abcdefghijk abraham access acdc acmilan admin admin123 admin1234 admin12345 administrator admiral africa ahmed airforce aisha ajax
alaska alex alexander alexandra alexandre alexis alexis1 ali alicia alien aliens alison allah allahuakbar allison alyssa amanda
amanda1 amazon amber amelia america american andrea andrew andrew1 android angel angel1 angel123 angela angelica angelina angels
anime anna annie anthony anthony1 antonio anything apple applemac apples april april1 aragorn archangel argentina army arsenal
arthur asd123 asdf asdf1234 asdfasdf asdfgh asdfgh1 asdfghjk asdfghjkl asdfghjkl; asdfjkl asdfjkl; asdfqwer ashley ashley1 asia
assassin asshole atlanta audi august austin austin1 australia autumn avengers azerty azertyuiop azsxdc azsxdcfv babe baby babyboy
babydoll babygirl bacon badger bailey bambi banana bananas bangladesh barbara barbie barbie1 barcelona barney bart bartman
bartsimpson baseball baseball1 basketball basketball1 bass bastard batman batman1 batman123 bayern beach bear bears beatle beatles
beaver beckham beer beerbeer beijing bella bella1 bella2 benjamin berlin bernard besiktas bestfriend bestfriends beth beyonce bible
bieber bigbird bigboy bigdaddy bigdick bigdog bigmac bigman bigred bilbo biology birthday bismillah bitch bitches biteme black
blackberry blackberry1 blackbird blackcat blackdog blackhawk blackie blackjack blackrose blaze bleach bless blessed blessing
blessings blink182 blizzard blowjob blue blue123 blue1234 blueberry bluebird blueblue blueeyes bluemoon bluesky bmw bobmarley
bollywood bomb bomber bonnie booboo boobs boogie boomboom boomer booty boston boxing brandon brandon1 brandy brasil brazil brenda
brian brianna brisbane britney brittany bronco broncos broncos1 brooke brooklyn brother brothers brown brownie bruce bryan bubba
bubba1 bubblegum bubbles buddha buddy buddy1 budweiser buffalo bugsbunny bull bulldog bulldogs bulls bulls23 bullshit bunny bunny1
burger business buster butter buttercup butterfly butthead button buttons bye byebye c3po cactus cadillac caitlin california camaro
cameron camping canada cancer candle candy candyman cannabis canon captain captainamerica carlos carlos1 carmen carol carolina
carolina1 caroline cartman casino casper cassandra cassie castle cat catherine cats catwoman cecilia celebrity celtic celtics center
chad champion champions chance change changeme changeme1 changeme123 changes chaos chargers charity charizard charles charlie
charlie1 charlotte cheater cheers cheese cheetah chelsea chelsea1 chelseafc chemistry cherries cherry chester chevrolet chevy
chewbacca cheyenne chicago chicago1 chicken chicken1 chico china chocolate chopper chris christ christian christian1 christina
christine christmas christopher chubby church cinder cindy cinnamon claire claudia clover clown cobra cobra1 coca cocacola cock
cocksucker coconut coffee coke colin college colombia colonel color colors colts commander company computer connor contrasena cookie
cookiemonster cookies cooking cool coolcat coolcool cooldude coolgirl coolguy coolman cooper corona corvette cougar counter
counterstrike country courtney cowboy cowboy1 cowboys cowboys1 cowgirl crazy crazy1 crazyfrog crazyman creative cricket cricket1
cristina crystal crystal1 cuddles cupcake cupid custom cute cutie cutiepie cyber cyberpunk cyclone cynthia d123456 dad daddy daisy
dakota dallas dallas1 dallas2 dance dancedance dancer dancing danger dangerous daniel daniel1 daniela danielle danny daredevil dark
darkangel darkness darling darren darthvader database dave david david1 david123 dawn dazzle deadman deadpool death deathnote
deathrow debbie debian deborah december default delight delilah deluxe demo demo1234 demon dennis denver derek desert desire destiny
destiny1 deutschland devil devils diablo diamond diamonds diana diane dick dickhead diego digimon digital dilbert dinosaur director
dirty discover discovery disney disneyland divine doctor doctors dodge dodgers dog doggie doggy dogs dollar dollars dolphin dolphin1
dolphins dolphins1 domain dominic donald donald1 donaldduck donna doris dortmund douglas dragon dragon123 dragonball dragonfly
dragons dream dreamer dreaming dreams drinker driver drpepper drummer drums drunk ducati duck ducks dude dudedude duke dumbledore
dylan dynamite dynamo eagle eagle1 eagles earth easter ebay eclipse eddie eduardo edward edward1 egypt einstein elaine electric
electro elefante element elements elena elephant elite elizabeth elizabeth1 ella ellen elmo elvis emerald emily eminem emma emo
emperor empire energy england english enigma enjoy enterprise eric erica erick erika ernesto erotic escape espana esther eternity
ethan eugene europe eva evan evelyn everlast everton everybody everything evil evolution example excalibur excellent express extreme
facebook fairies fairy faith falcon falcons familia family familyguy fantastic fantasy fashion fast fatboy fatcat father fatima
fearless february felipe felix fender fenerbahce fernanda fernando ferrari fighter finance fiona fire fireball firebird firefire
firefly firefox fireman fireworks first fisher fisherman fishing fitness flames flash flipper florence florida florida1 flower
flowers flyers flying football football1 ford forest forever forever1 forget forgetit formula1 fortnite fortune fox foxes foxtrot
foxy france frances francesco francis francisco frank frankie franklin freak freaky fred freddy frederic freedom freedom1 freefree
freeman french fresh friday friday1 friend friendly friends friendship frodo frog froggie froggy frosty fuck fucker fuckfuck fucking
fuckme fuckoff fuckyou fuckyou1 fuckyou2 funky funny funnyman funtime future gabriel gabriel1 gabriela gabriella gabrielle
galatasaray galaxy gambler gamer gaming gandalf ganesh gangsta gangster garden garden1 garfield garfield1 gary gateway gemini
general genesis genius gentle geography george george1 georgia gerald gerard german germany gerrard ghost ghosts giant giants gibson
gilbert gina ginger giraffe gizmo gladiator glamour global gloria gmail goblin god godbless godfather godisgood godislove godzilla
gohan goku gold gold123 goldberg golden golden1 goldfish goldie golf golfball golfer golfing goliath goober goodboy goodbye goodday
goodgirl goodlife goodluck goodman goodness goofy google googleit goose gordon gorgeous gorilla gospel gothic grace graham grandma
grandmother grandpa grateful gravity gray greatest green green1 greenbean greenday greenday1 greg gregory grey grumpy gryffindor
guardian guest guest123 guillermo guinness guinness1 guitar guitarra gunner gustavo hacked hacker hacker1 hackers halflife hallo
hallo123 halloween halo hamburg hamburger hammer hamster handsome hannah hannah1 hannahmontana hansolo happiness happy happy1
happy123 happyday happyface hardcore hardrock harley harley1 harleydavidson harmony harold harrison harry harrypotter harvey haslo
hassan hawaii hawk hawks heart heartbreak heartless hearts heather heather1 heaven heavenly heavymetal hector heidi heineken helen
helena hell hellfire hello hello1 hello123 hellohello hellokitty helloworld help helpme henry herbert heretic hermione hero heroes
hershey heslo highland highlander highschool hiphop hiphop1 history history1 hithere hobbit hockey hogwarts holiday holiday1 holly
hollywood home homer homersimpson homework honda honest honey honeyb honeybear honeybee hope horizon horse horses horses1 hotboy
hotdog hotgirl hotmail hotrod hotsex hotstuff hottie houston houston1 hugo hulk hummer hunter hunter1 hunting hunting1 hurricane
hussein hustler ian ibrahim icecream icecube icehouse iceman illusion ilovegod iloveher ilovehim ilovejesus iloveme ilovemom
ilovemyfamily ilovemymom ilovemyself iloveu iloveu2 iloveyou iloveyou1 iloveyou2 iloveyouforever iloveyousomuch imagine immortal
impact impala imperial india indonesia infinity insane insha inside inspiration instagram intel intermilan internet inuyasha
invisible ipad iphone ireland ironmaiden ironman isaac isabel isabella isabelle island israel istanbul italia italy ivan iverson
jack jackass jackie jackpot jackson jacob jacob1 jacqueline jaguar jaguar1 jaime jakarta jake jamaica james james1 jamie jane janet
janice january japan jared jasmin jasmine jason jason1 jasper javier jayden jazz jean jedi jeep jeff jeffrey jellybean jenna
jennifer jenny jeremiah jeremy jerome jerry jersey jesse jessica jessica1 jessie jesus jesus1 jesus123 jesuschrist jesusislord
jesuslovesme jesussaves jetski jewel jill jim jimmy joan joanna joanna1 joanne joe joel johanna john john123 johnny johnson joker
joker1 jonas jonasbrothers jonathan jordan jordan1 jordan23 jorge jose joseph josh joshua joshua1 journey joyful juan juan123
juanita julia julian juliana julie juliet julio july jumper june jungle junior justdoit justice justin justin1 justinbieber justme
juventus kamikaze karachi karate karen karina karl karma katana kate katherine kathleen kathryn kathy katie katrina kawasaki kayla
keepout keith kelly kelsey ken kenneth kenny kenny1 kenya kermit kevin kevin1 khalid kicker killall killbill killer killer1
killer123 killers killme kim kimberly king kingdom kingfish kingkong kings kirk kirsten kiss kisses kissme kissmyass kitchen kitten
kittens kitty kittycat knicks knight knights koala kobe kobe24 kobebryant korea krishna kristen kristin kristina krystal kyle
lacrosse lady ladybug lakers lakers1 lakeside laptop larry laser lasvegas laura lauren laurent lawrence leah lebron23 lebronjames
ledzeppelin lee legend legends legolas legolas1 lemon leo leon leonard leonardo leopard leslie letmein letmein! letmein1 letmein123
letmeinplease lexus liam liberty library life lifetime light lightning lights lillian lily limited linda lindsay lindsey linkedin
linkinpark linux lion lions lisa lisboa little littleman liverpool liverpoolfc living lizard lkjhgf lkjhgfdsa logan login lol lol123
lolita lollipop lollol london lonely lonestar lonewolf looking lorenzo lori losangeles losenord loser losers lost lotus louis louise
love lovebug loveless loveless1 lovelife lovelove lovely lovely1 loveme lover loverboy lovergirl lovers lovers1 loveyou loveyou1
lucas lucifer lucky lucky1 lucky13 lucky7 lucky777 luckydog luckyone luckystar lucy luffy luigi luis luke lukeskywalker lynn m123456
machine macintosh mackenzie madeline madison madison1 madman madmax madness madonna madrid maestro mafia maggie magic magic123
magical magician major malaysia mama mamamia manager manchester mancity manga mango maniac manila manuel manunited manutd maradona
marathon marc marcel marcela march marco marcos marcus margaret maria maria1 mariana marie marijuana marilyn marina marine marines
mario mario1 marion marisol marissa mark marlboro marley martha martin martina marvel marvin mary master master1 master123 masterkey
masters mathematics matilda matrix matt matthew matthew1 maurice mauricio maverick max maxime maximum maximus maxwell may mazda
mcfly megan melanie melbourne melissa melissa1 mellow member memories memory mercedes mercedes1 mercury meredith merlin mermaid
message messi metal metallica meteor mexico mia miami michael michael1 michael2 michaeljackson michaeljordan michel michelle mickey
mickeymouse microsoft midnight miguel mike mike123 milan military million millionaire millions milo minecraft minnie minniemouse
miracle miranda missile mission mistress misty mitchell mnbvcx mnbvcxz mobile mohamed mohammad mohammed molly mom mommy monday money
money1 money123 moneymaker moneyman monica monique monkey monkey123 monkeyboy monkeyman monkeys monster monster1 monsters mookie
moon moonbeam moonlight morgan morpheus moscow moses motdepasse mother mother1 motherfucker motocross motor motorcycle motorola
mountain mountain1 mountains mouse movies mozart muffin muhammad mumbai munich muppet music musica musical mustang mustang1 mustangs
mybaby mylife mylove mypassword myself myspace mysql mystery mystic nadia naked nancy naruto nascar nascar1 nasty natalia natalie
natasha nathan nathaniel naughty navigator navy nemesis nemo neo netflix network newlife newpass newpassword newport newyear newyork
newyork1 newzealand nextel neymar nicholas nicholas1 nick nicolas nicole nicole1 nigeria night nightmare nightwing nikki nina ninja
ninja1 ninjas nintendo nirvana nirvana1 nissan nitro noah nobody noel nokia nomore none nonsense noodles nopass nopassword norman
notebook nothing nothing1 nothing123 novell november nuclear nude number1 numberone nursing ocean october octopus office offspring
okokok oldpassword oliver oliver1 olivia olivia1 omar onedirection onepiece open opensesame opensource operator oracle orange
orange1 orchid oreo orgasm original orlando oscar otaku otter outkast outlaw outside owen p4ssw0rd p4ssword p@ssw0rd p@ssword
pa55w0rd pa55word pacific packers paintball pakistan paladin pamela panda panda1 pandas pandora panther panther1 panthers paola papa
papito paradise paradox paramore paris parola party partytime pass pass123 pass1234 pass12345 pass123456 pass1word passcode passion
passord passover passpass passphrase passport passw0rd passw0rd1 passwd password password! password1 password12 password123
password1234 password12345 password123456 passworld passwort patience patricia patrick patrick1 patrick2 patriots paul paula pauline
paypal peace peaceful peacelove peach peaches peaches1 peanut pedro peewee pegasus penelope penguin penguins pepper pepsi perfect
perfection peter peter1 peterpan peugeot phantom phantom1 philip philippines phillip phoenix phoenix1 photo photos physics piano
picasso pickle picture pictures pierre piglet pikachu pilipinas pilot pimp pimpin pimping pineapple pink pinkfloyd pinkie pinkpink
pinky pirate pirates pizza planet platinum playa playball playboy playboy1 player player1 playgirl playing playstation playtime
please please1 pluto poison poiuyt poiuytrewq pokemon pokemon1 poker pokerface poland police politics polska pontiac pony poop
pooper poopie poopoo popcorn popeye popular porn pornstar porsche portal portugal poseidon positive postgres potter power powerful
powerpc powers precious precious1 predator premier present president presley prestige pretty prettygirl primavera primetime prince
princesa princess princess1 princessa printer prisoner private prodigy professional professor profile program programmer project
promise property prophet protect prototype psycho pudding pumpkin pumpkin1 punisher punisher1 punk punkrock puppies puppies1 puppy
puppylove purple purple1 purplehaze pussy puzzle python q123456 q12345678 q123456789 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qawsed
qawsedrf qazwsx qazwsxedc qazwsxedcrfv quality queen queen1 queenbee quest quicksilver qwaszx qwaszx12 qwe123 qwe123qwe qweasd
qweasdzxc qweqwe qwer qwer1234 qwerasdf qwerasdfzxcv qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui
qwertyuiop qwertyuiop1 qwertz qwertzuiop r2d2 rabbit rabbits racecar racer rachel rachel1 racing radio rafael raiden raider raiders
raiders1 rainbow rainbow1 rainbow6 rainbows rainy rainyday ralph rambo ramon rampage randy ranger rangers rangers1 rapper rapstar
rascal rasta rastaman raul raven ravens raymond razor ready reality realmadrid rebecca rebecca1 rebel rebels red redbull reddog
redhead redman redneck redred redrose redrum redskins redsox redwings redwood reggae reggae1 regina register remember renault renee
renegade republic rescue respect retard revenge revolution rhythm ricardo richard richard1 rick ricky riders rihanna riley ripper
rita river rivers roadking roadrunner robert robert1 roberta roberto robin robin1 roblox robocop robot robots rock rockandroll
rocket rockets rocknroll rocknroll1 rockon rockstar rocky rocky1 rocky2 rodeo rodney rodrigo roger roland rollingstones rolltide
roma romance romantic romeo ronald ronaldinho ronaldo rooney rooster rooster1 root root1234 rosa rose rosebud rosemary roses roxanne
roxy royal ruben rugby runaway runner running rush2112 russell russia rusty ruth ryan s123456 sabrina sadie sailing sailor
sailormoon saint saints sakura salasana sally salmon salomon salvador salvation samantha samantha1 sammy sample samson samson1
samsung samuel samurai samurai1 sandman sandra sandwich sandy santana santiago sapphire sara sarah sarah1 sasha sasuke satan
satellite saturday saturn sauron sausage savage savannah savior scarface scarlet school school1 science scooby scoobydoo scooter
scooter1 scorpio scorpion scorpion1 scotland scott scottie scream screen sean search seattle seattle1 sebastian secret secret1
secret123 secrets secure security selena senator senha senior sensation september september1 serenity sergeant sergio server service
sesame seven seven7 seventeen sex sexy sexy123 sexybitch sexyboy sexygirl sexymama shadow shadow1 shadow12 shadows shakespeare
shakira shaman shamrock shane shanghai shannon shark shark1 sharks sharon sharpie shawn sheila shelby shelly sheriff sherry shinobi
shirley shit shithead shiva shooter shopping shorty shotgun showtime shrek sidney sierra silence silent silly silver silver1 silvia
simba simon simone simple simplicity simpson simpsons singapore single sister sisters skate skateboard skater skater1 skeeter
skipper skippy skyline skywalker skywalker1 slayer sleep sleeping sleepy slick slipknot slipknot1 slut slytherin smart smartass
smile smiles smiley smoke smoker smokey smooth snake snapper snicker snickers sniper snoopdogg snoopy snoopy1 snow snowball
snowboard snowflake snowman soccer soccer1 sofia softball soldier soldier1 soldiers solo solomon solution someday someone something
sometimes sonia sonic sonic1 sony sophia sophie sorcerer sorry soulmate southafrica southpark spaghetti spain spanish sparkle
sparkles sparky spartan spartans special specialk spectrum speed speedy spencer spice spider spider1 spiderman spiderman1 spike
spirit spitfire splash splinter spock sponge spongebob spooky sport sporting sports spot spring sprint sprite spurs square squidward
squirrel stacey stacy stallion stanford stanley star starbucks starcraft stargate starlight stars start starter startrek starwars
station stealth steel steelers steelers1 stefan stella stephanie stephen steve steven steven1 stewart stewie stone stone1 stonecold
stoner storm stormtrooper stormy strawberry street strength strike strong stronger stuart student student1 studio stupid stupid1
subaru success successful sucker suckit suckme sucks sugar sugar1 suicide summer summer1 sundance sunday sunday1 sunflower sunny
sunrise sunrise1 sunset sunshine super super1 super123 superb supergirl supergirl1 superhero superman superman1 supernova superpower
supersonic superstar superstar1 superuser supervisor support surfer surfing survivor susan suzanne suzuki swallow sweden sweet
sweet1 sweetgirl sweetheart sweetie sweetness sweetpea sweety swimmer swimming swordfish sydney sylvia symphony synergy system
taekwondo tamara tanya tara tarzan tatiana tattoo taylor taylor1 taylorswift teacher teacher1 teamwork techno techno1 teddy
teddybear teddybear1 telephone temp temp1234 temple temporary temppass temppassword tennessee tennis tennis1 tequila teresa
terminator terry tessera test test1234 test12345 tester tester1 testing testing1 testing123 testpassword testtest testuser tetris
texas thailand thanks thankyou thebeast thebest theboss thedude thegame thegreat theking theman thematrix theone therock thesims
thirteen thomas thomas1 thor thriller thuglife thunder thunder1 thunderbird thursday tiffany tiger tiger1 tigers tigers1 tigger
tigger1 tim timber timeless timothy tina tinker tinkerbell titan titanic titanium titans tits toby today todd together tokyo tomcat
tommy tomorrow tony toolbox topsecret tornado tornado1 toronto torres toshiba total tottenham toyota toyota1 tractor tracy trailer
training trance trance1 transfer transformers travel travis treasure trebor trevor trewq triangle tricky trigger trinidad trinity
trinity1 tristan triumph trooper trouble truck trucker trucks true truelove trumpet trumpet1 trust trustme trustno1 trustnoone truth
tuesday tulip tupac turbo turbo1 turkey turkiye turtle turtles tweety tweety1 twilight twilight1 twisted twister twitter tyler
tyler1 tyson ubuntu ukraine ultimate ultra undertaker unicorn unicorns union unique united universal universe university unknown
unlimited unreal usa usausa user user1234 username usmc vacation vacation1 vader vagina valentin valentina valeria valerie valley
vampire vampire1 vampires vanessa vanessa1 vanguard vanilla vegas vegas1 vegeta vegeta1 velocity velvet vengeance venus vera veritas
veronica vertigo viagra victor victoria victoria1 victory vietnam viking vikings vincent vincenzo vintage violet violin violin1
viper viper1 virgin virginia virginia1 virus vision visitor vivian vodka volcano voldemort volkswagen volleyball volleyball1
volunteer volvo voodoo voyager voyager1 vulcan w123456 wachtwoord walker wallace walter wanda warcraft warlock warrior warrior1
warriors washington watching water water1 waterfall watermelon wayne wealth weather webmaster website wedding wednesday weed weed420
weekend weezer welcome welcome1 welcome123 welcomeback wendy werewolf western whale whatever whatever1 whatsup whiskey whiskey1
whisper white whitecat whitey whitney whocares whore wild wildcat wildcat1 wildcats wildfire wildlife wildwood william william1
willie willow willpower wilson window windows windowsxp windy wingman wings winner winner1 winners winnie winnie1 winniethepooh
winning winston winter winter1 wisdom witch witches wizard wizards wolf wolverine wolverine1 wolves woman wonder wonderful
wonderland wonderwoman woodstock woody work worker working world worldofwarcraft wrangler wrestle wrestler wrestling writer wsxedc
x123456 xanadu xavier xbox xbox360 xfiles xmen xxxxxx xxxxxxxx yahoo yamaha yamaha1 yankee yankees yankees1 yellow yellow1 yellow123
yesterday yesterday1 yesyes yoda yolanda yomama young yourmom yourpassword yourself youtube yoyo yoyoyo ytrewq yugioh yvonne z123456
z123456789 z1x2c3v4 zachary zaq!2wsx zaq12wsx zaq1xsw2 zaqwsx zaqxsw zebra zelda zenith zeppelin zero zerocool zeus zidane zidane1
zigzag zoe zoey zombie zombie1 zombies zxc123 zxcv zxcv1234 zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123 zxcvbnmasd zxczxc zzzzzz zzzzzzzz
`.split(/\s+/),
);
